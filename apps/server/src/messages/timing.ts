import { SCHEDULE, SCHEDULE_TEXTS } from '@partyline/contract'
import type { LockedChat } from '../chats/index.ts'
import { invalid } from '../platform/index.ts'

/** When a message is to be sent. */
export type Timing = { holdMs: number } | { sendAt: Date; cancelOnReply: boolean }

export const AT_ONCE: Timing = { holdMs: 0 }

const DAY_MS = 86_400_000

/** @param field the field of the request that has the time @throws {AppError} validation */
export function readSendAt(sendAt: string, { now, field }: { now: Date; field: string }): Date {
  const ms = Date.parse(sendAt) - now.getTime()
  if (ms <= 0) throw invalid({ [field]: [SCHEDULE_TEXTS.past] })
  if (ms > SCHEDULE.maxDays * DAY_MS) throw invalid({ [field]: [SCHEDULE_TEXTS.tooFar(SCHEDULE.maxDays)] })
  return new Date(sendAt)
}

/**
 * Until when a message has to wait; null if it can be sent at once. While others of its chat are held, it waits behind them.
 */
export function waitOf(
  timing: Timing,
  { pending: { heldUntil } }: Pick<LockedChat, 'pending'>,
  now: Date,
): { state: 'held' | 'scheduled'; sendAt: Date; cancelOnReply: boolean } | null {
  if ('sendAt' in timing) return { state: 'scheduled', ...timing }
  if (timing.holdMs === 0 && heldUntil === null) return null
  const own = now.getTime() + timing.holdMs
  const sendAt = new Date(heldUntil === null ? own : Math.max(own, heldUntil.getTime() + 1))
  return { state: 'held', sendAt, cancelOnReply: false }
}
