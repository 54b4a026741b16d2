import type { Delivery, Member, MemberId, Message } from '@partyline/contract'
import { DELIVERY_TEXTS } from './delivery-texts.ts'
import { isWritten } from '../../core/history/history.ts'
import { inWords, isPhone, peopleOf, shortNames } from '../../core/people.ts'

/** `failed` needs action; `waiting` will change on its own. */
export type DeliveryTone = 'waiting' | 'sent' | 'delivered' | 'seen' | 'failed'

export type DeliverySummary = { tone: DeliveryTone; text: string }

/** The chat's members, and who is looking. */
type Viewed = { members: readonly Member[]; me: MemberId }

/** A message's delivery in one short line; null if there is nothing to report: for inbound texts, only failed relays. */
export function deliverySummary(message: Message, { members, me }: Viewed): DeliverySummary | null {
  const people = peopleOf(members)
  const names = shortNames(members)
  const fromPhone = isPhone(people.get(message.sentBy))
  const others = message.delivery.filter(({ memberId }) => memberId !== message.sentBy)
  const texted = others.filter(({ memberId }) => isPhone(people.get(memberId)))
  // An automatic reply goes to one contact; skipping the others is not a problem.
  const attempted = isWritten(message) ? [] : texted.filter(({ status }) => status !== 'skipped')
  const phones = attempted.length > 0 ? attempted : texted

  if (fromPhone) return failedRelays(phones, names)
  const problem = problemOf(phones, names)
  if (problem !== null) return problem

  // Without the current person, who knows that they have seen it.
  const readers = others.filter(
    ({ status, memberId }) => status === 'read' && memberId !== me && !isPhone(people.get(memberId)),
  )
  const seen = readers.length > 0 ? DELIVERY_TEXTS.seenBy(namesOf(readers, names)) : null
  const reached = phones.length > 0 ? reachedPhones(phones) : null
  if (seen === null) return reached ?? { tone: 'sent', text: DELIVERY_TEXTS.sent }
  if (reached === null) return { tone: 'seen', text: capitalised(seen) }
  return {
    tone: reached.tone === 'delivered' ? 'seen' : reached.tone,
    text: `${reached.text.replace('…', '')}, ${seen}`,
  }
}

/** Failed relays between contacts. Those that were skipped on purpose are not reported. */
function failedRelays(phones: readonly Delivery[], names: ReadonlyMap<MemberId, string>): DeliverySummary | null {
  const failed = phones.filter(({ status }) => status === 'failed' || status === 'undelivered')
  if (failed.length === 0) return null
  return { tone: 'failed', text: withReason(DELIVERY_TEXTS.notPassedOn(namesOf(failed, names)), failed) }
}

/** Contacts that a text did not reach, or may not have reached. */
function problemOf(phones: readonly Delivery[], names: ReadonlyMap<MemberId, string>): DeliverySummary | null {
  const only = phones.length === 1
  const failed = phones.filter(({ status }) => status === 'failed' || status === 'undelivered')
  if (failed.length > 0) {
    const text = only ? DELIVERY_TEXTS.notDelivered : DELIVERY_TEXTS.notDeliveredTo(namesOf(failed, names))
    return { tone: 'failed', text: withReason(text, failed) }
  }
  const skipped = phones.filter(({ status }) => status === 'skipped')
  if (skipped.length > 0) {
    const text = only ? DELIVERY_TEXTS.notSent : DELIVERY_TEXTS.notSentTo(namesOf(skipped, names))
    return { tone: 'failed', text: withReason(text, skipped) }
  }
  const unknown = phones.filter(({ status }) => status === 'unknown')
  if (unknown.length === 0) return null
  return {
    tone: 'failed',
    text: only ? DELIVERY_TEXTS.unknown : DELIVERY_TEXTS.unknownFor(namesOf(unknown, names)),
  }
}

function reachedPhones(phones: readonly Delivery[]): DeliverySummary {
  const count = (status: Delivery['status']) => phones.filter((record) => record.status === status).length
  const delivered = count('delivered') + count('read')
  if (delivered === phones.length) {
    return {
      tone: 'delivered',
      text: phones.length === 1 ? DELIVERY_TEXTS.delivered : DELIVERY_TEXTS.deliveredTo(phones.length),
    }
  }
  if (delivered > 0) return { tone: 'sent', text: DELIVERY_TEXTS.deliveredToSome(delivered, phones.length) }
  if (count('queued') + count('sending') > 0) return { tone: 'waiting', text: DELIVERY_TEXTS.sending }
  return { tone: 'sent', text: phones.length === 1 ? DELIVERY_TEXTS.sent : DELIVERY_TEXTS.sentTo(phones.length) }
}

/** Adds the reason if all failed for the same one. */
function withReason(text: string, failed: readonly Delivery[]): string {
  const reasons = new Set(failed.map(({ errorText }) => errorText))
  const [reason] = reasons
  return reasons.size === 1 && reason ? `${text}. ${reason}` : text
}

function namesOf(records: readonly Delivery[], names: ReadonlyMap<MemberId, string>): string {
  return inWords(records.map(({ memberId }) => names.get(memberId)).filter((name) => name !== undefined))
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
