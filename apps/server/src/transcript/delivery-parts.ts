import type { DeliveryStatus, MemberId } from '@partyline/contract'

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
 * One record for each member, in the order of their first: a text that went out in parts stands as its worst part does.
 * Of two that failed it is the one that failed first, because a final status stays.
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
