import { isolated } from '../platform/isolated.ts'

/** Why a file can't be attached, and why a message was not sent on its own. */
export const SENDING_TEXTS = {
  emptyFile: (fileName: string) => `${isolated(fileName)} is empty.`,
  waitedTooLong: 'This waited offline for more than 12 hours. Send it now?',
} as const
