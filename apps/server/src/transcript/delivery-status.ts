import type { DeliveryStatus, MemberId } from '@partyline/contract'

const OUTCOMES = ['delivered', 'undelivered', 'failed'] as const

/**
 * Where an outcome may move each status: only up, and a final one stays, but for a carrier that takes a failed delivery back.
 * Two functions move statuses by themselves: a claim moves `queued` and `sending` to `sending`, or to `skipped` if the send has
 * expired (claim_sends.sql), and `requeueDelivery` moves those in REPEATABLE to `queued`.
 */
const MOVES: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  queued: ['sending', 'sent', ...OUTCOMES],
  sending: ['sent', ...OUTCOMES, 'unknown'],
  sent: OUTCOMES,
  // Whether Twilio accepted it is unknown: any report is news.
  unknown: ['sending', 'sent', ...OUTCOMES],
  delivered: [],
  // A delivery receipt may arrive after the carrier gave up on the text.
  undelivered: ['delivered'],
  failed: [],
  skipped: [],
  read: [],
}

/** The statuses from which a person may resend it. */
export const REPEATABLE: readonly DeliveryStatus[] = ['unknown', 'failed', 'undelivered']

/** Whether the text failed, or may have. */
export function isFailure(status: DeliveryStatus): boolean {
  return REPEATABLE.includes(status)
}

/** Clears the details of an earlier failure or unknown outcome. */
export function isGoodNews(status: DeliveryStatus): boolean {
  return ['queued', 'sending', 'sent', 'delivered'].includes(status)
}

/** The statuses from which a delivery may become `next`. */
export function statusesBefore(next: DeliveryStatus): DeliveryStatus[] {
  return (Object.keys(MOVES) as DeliveryStatus[]).filter((status) => MOVES[status].includes(next))
}

type Part = { memberId: MemberId; status: DeliveryStatus; updatedOn: string | Date }

/** The worst first. */
const RANK: Record<DeliveryStatus, number> = {
  failed: 0,
  undelivered: 0,
  unknown: 1,
  queued: 2,
  sending: 3,
  sent: 4,
  delivered: 5,
  skipped: 5,
  read: 5,
}

/**
 * One record per member, in the order of their first one. A text in parts has the status of its worst part.
 * If two parts failed, the first failure counts, because a final status stays.
 */
export function oneForEachMember<Record extends Part>(records: readonly Record[]): Record[] {
  const worst = new Map<MemberId, Record>()
  for (const record of records) {
    const other = worst.get(record.memberId)
    worst.set(record.memberId, other && !isWorse(record, other) ? other : record)
  }
  return [...worst.values()]
}

function isWorse(one: Part, other: Part): boolean {
  const difference = RANK[one.status] - RANK[other.status]
  return difference < 0 || (difference === 0 && timeOf(one) < timeOf(other))
}

function timeOf({ updatedOn }: Part): number {
  return new Date(updatedOn).getTime()
}
