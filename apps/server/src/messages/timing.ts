import { SCHEDULE, SCHEDULE_TEXTS } from '@partyline/contract'
import { invalid } from '../platform/index.ts'
import type { PendingMessage } from '../transcript/index.ts'

/** How long a message is held, or when it is scheduled. `holdMs`: null if it waits behind no other. */
export type Timing = { holdMs: number | null } | Schedule
/** `field`: the field of the request that has the time. */
type Schedule = { sendAt: Date; cancelOnReply: boolean; field: 'SendAt' | 'sendAt' }

export const AT_ONCE: Timing = { holdMs: 0 }

const DAY_MS = 86_400_000

function assertInReach({ sendAt, field }: Schedule, now: Date) {
  const ms = sendAt.getTime() - now.getTime()
  if (ms <= 0) throw invalid({ [field]: [SCHEDULE_TEXTS.past] })
  if (ms > SCHEDULE.maxDays * DAY_MS) throw invalid({ [field]: [SCHEDULE_TEXTS.tooFar(SCHEDULE.maxDays)] })
}

/**
 * The time until which a message is pending; null if it can be sent at once. Unless its sender has not asked for any hold, it
 * waits behind those of its chat that are held.
 * @throws {AppError} validation
 */
export function waitOf(
  timing: Timing,
  pending: readonly Pick<PendingMessage, 'state' | 'sendAt'>[],
  now: Date,
): { state: 'held' | 'scheduled'; sendAt: Date; cancelOnReply: boolean } | null {
  if ('sendAt' in timing) {
    assertInReach(timing, now)
    return { state: 'scheduled', sendAt: timing.sendAt, cancelOnReply: timing.cancelOnReply }
  }
  if (timing.holdMs === null) return null
  const held = pending.filter(({ state }) => state === 'held').map(({ sendAt }) => sendAt.getTime() + 1)
  if (timing.holdMs === 0 && held.length === 0) return null
  return { state: 'held', sendAt: new Date(Math.max(now.getTime() + timing.holdMs, ...held)), cancelOnReply: false }
}
