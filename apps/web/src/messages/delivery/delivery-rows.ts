import type { Delivery, Member, MemberId, Message } from '@partyline/contract'
import { STATUS_TEXTS } from './status-texts.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { isActive, isPhone, peopleOf } from '../../core/people.ts'

/** A message's delivery to one member. */
export type DeliveryRow = {
  memberId: MemberId
  member: Member
  statusText: string
  /** Why it failed or was skipped. */
  reason: string | null
  failed: boolean
  /** Whether it can be sent again to this contact. */
  repeatable: boolean
  /** Whether its outcome is unknown: a person may mark it as sent. */
  unknown: boolean
  /** Null if there is no status yet. */
  updatedOn: string | null
}

/** The enabled members by the time of their status, those without one last. */
export function deliveryRows(
  { sentBy, delivery, automatic }: Pick<Message, 'sentBy' | 'delivery' | 'automatic'>,
  members: readonly Member[],
): DeliveryRow[] {
  const records = new Map(delivery.map((record) => [record.memberId, record]))
  const fromPhone = isPhone(peopleOf(members).get(sentBy))
  return members
    .filter((member) => isActive(member) && (automatic === null || records.has(member.id)))
    .map((member) => {
      const row = deliveryRow(member, records.get(member.id))
      // An automatic reply needs no action.
      if (automatic !== null) return { ...row, failed: false, repeatable: false, unknown: false }
      if (member.id === sentBy) return { ...row, statusText: DETAILS_TEXTS.wrote }
      // A skipped relay is not a failure.
      return fromPhone && records.get(member.id)?.status === 'skipped' ? { ...row, failed: false } : row
    })
    .toSorted((one, other) => timeOf(one) - timeOf(other) || one.member.name.localeCompare(other.member.name))
}

export function deliveryRow(member: Member, record: Delivery | undefined): DeliveryRow {
  const nothing = { reason: null, failed: false, repeatable: false, unknown: false, updatedOn: null }
  if (record === undefined) {
    const statusText = isPhone(member) ? STATUS_TEXTS.noStatus : STATUS_TEXTS.notSeen
    return { memberId: member.id, member, statusText, ...nothing }
  }
  const { status } = record
  const repeatable = status === 'failed' || status === 'undelivered' || status === 'unknown'
  return {
    memberId: member.id,
    member,
    statusText: STATUS_TEXTS.status[status],
    reason: record.errorText,
    failed: repeatable || status === 'skipped',
    repeatable,
    unknown: status === 'unknown',
    updatedOn: record.updatedOn,
  }
}

function timeOf(row: DeliveryRow): number {
  return row.updatedOn === null ? Number.MAX_SAFE_INTEGER : Date.parse(row.updatedOn)
}
