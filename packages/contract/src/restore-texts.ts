import { RESTORE_DAYS } from './limits.ts'

/** Texts about restoring a deleted chat. */
export const RESTORE_TEXTS = {
  tooLate: `This chat was deleted more than ${RESTORE_DAYS} days ago and can’t be restored anymore.`,
  busy: 'Remove the phone from that chat, or delete that chat. Then restore this one.',
} as const
