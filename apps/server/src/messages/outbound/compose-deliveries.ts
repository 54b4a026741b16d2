import { MESSAGE, takesReplies } from '@partyline/contract'
import type { MemberId } from '@partyline/contract'
import { splitText } from './split-text.ts'

/** An external member who is in the chat, as far as texting needs to know. */
export type Phone = { memberId: MemberId; name: string; number: string; isDisabled: boolean }

/** What is sent to one phone, or a part of it (counted from 1), or why nothing is. */
export type Order =
  | { memberId: MemberId; status: 'queued'; toNumber: string; body: string; part: number; parts: number }
  | { memberId: MemberId; status: 'skipped'; errorText: string }

export const SKIPPED = {
  optedOut: 'Asked to get no texts from this number.',
  disabled: 'This contact is disabled.',
  oneWay: 'This sender can’t be answered: short codes and named senders take no texts.',
  relayOff: 'Texts of phones are not passed on in this chat.',
  ours: 'A text from a number of ours is not passed on.',
  relayPaused: 'Passing texts on is paused: too many came from one phone, or the same one twice.',
  keyword: 'An opt-out keyword is never passed on.',
} as const

/** What a team member wrote goes to every phone in the chat, signed where the tenant wants it (decisions 4.2). */
export function ordersForTeam(text: string, phones: readonly Phone[], optedOut: ReadonlySet<string>): Order[] {
  return phones.flatMap((phone) => ordersFor(phone, [text], optedOut))
}

/** What a phone wrote goes to the other phones under the writer's name (decisions 4.4). */
export function ordersForRelay(
  message: { text: string; writer: Phone; relay: 'on' | keyof typeof SKIPPED },
  phones: readonly Phone[],
  optedOut: ReadonlySet<string>,
): Order[] {
  const { text, writer, relay } = message
  const others = phones.filter(({ memberId }) => memberId !== writer.memberId)
  if (relay !== 'on') {
    return others.map(({ memberId }) => ({ memberId, status: 'skipped', errorText: SKIPPED[relay] }))
  }
  const bodies = relayed(text, `${relayName(writer, phones)}: `)
  return others.flatMap((phone) => ordersFor(phone, bodies, optedOut))
}

/** With the name before it a text may be too long for one SMS: each part says whose it is. */
function relayed(text: string, prefix: string): string[] {
  if (prefix.length + text.length <= MESSAGE.maxLength) return [prefix + text]
  return splitText(text, MESSAGE.maxLength - prefix.length).map((part) => prefix + part)
}

function ordersFor(
  { memberId, number, isDisabled }: Phone,
  bodies: readonly string[],
  optedOut: ReadonlySet<string>,
): Order[] {
  if (isDisabled) return [{ memberId, status: 'skipped', errorText: SKIPPED.disabled }]
  if (!takesReplies(number)) return [{ memberId, status: 'skipped', errorText: SKIPPED.oneWay }]
  if (optedOut.has(number)) return [{ memberId, status: 'skipped', errorText: SKIPPED.optedOut }]
  const parts = bodies.length
  return bodies.map((body, index) => ({ memberId, status: 'queued', toNumber: number, body, part: index + 1, parts }))
}

/** A relay reveals names, never numbers: who is named by a number is a guest, counted in the order of the chat. */
function relayName(writer: Phone, phones: readonly Phone[]): string {
  const isNamedByNumber = ({ name }: Phone) => !/\p{L}/u.test(name)
  if (!isNamedByNumber(writer)) return writer.name
  const guests = phones.filter(isNamedByNumber)
  return `Guest ${guests.findIndex(({ memberId }) => memberId === writer.memberId) + 1}`
}
