import { MESSAGE, takesReplies } from '@partyline/contract'
import type { MemberId } from '@partyline/contract'
import { isCurrent } from '../chats/index.ts'
import type { WritableChat } from '../chats/index.ts'

/** An external member of the chat, with the fields needed for texting. */
export type Phone = {
  memberId: MemberId
  name: string
  number: string
  isDisabled: boolean
  /** The line sends it nothing without written consent. */
  lacksConsent: boolean
}

type Member = WritableChat['members'][number]

/** The external members who are in the chat now. */
export function phonesOf(chat: WritableChat): Phone[] {
  const isPhone = (member: Member): member is Member & { number: string } =>
    isCurrent(member) && member.role === 'ExternalMobile' && member.number !== null
  return chat.members.filter(isPhone).map(({ id, name, number, isPersonDisabled, lacksConsent }) => ({
    memberId: id,
    name,
    number,
    isDisabled: isPersonDisabled,
    lacksConsent: lacksConsent === 'block',
  }))
}

/** The text for one phone, or a part of it (counted from 1), or why there is none. */
export type Order =
  | { memberId: MemberId; status: 'queued'; toNumber: string; body: string; part: number; parts: number }
  | { memberId: MemberId; status: 'skipped'; errorText: string }

/** Automatic replies that are later than this would only confuse. */
export const AUTOMATIC_REPLY_MAX_MINUTES = 5

/** Why a text is not sent: its delivery is skipped, or failed if `reasonNotToSend` in deliver-one.ts gives the reason. */
export const NOT_SENT = {
  optedOut: 'Opted out of texts from this number.',
  noConsent: 'No written consent.',
  notAsked: 'This text asks for consent. It goes only to people who have not answered.',
  disabled: 'This contact is disabled.',
  oneWay: 'This sender can’t be answered: short codes and named senders take no texts.',
  relayOff: 'Forwarding is off in this chat.',
  ours: 'Texts from our own numbers are not forwarded.',
  relayPaused: 'Not forwarded: too many texts came from this phone, or the same one twice.',
  blank: 'There was nothing to forward: the text has no visible characters.',
  keyword: 'Keywords such as STOP and HELP are not forwarded.',
  automatic: 'Automatic replies go only to the person who texted.',
  expired: `Not sent: an automatic reply that can’t be sent within ${AUTOMATIC_REPLY_MAX_MINUTES} minutes is dropped.`,
} as const

/** A user's text for every phone in the chat, signed if the tenant signs: docs/product.md#signature */
export function ordersForTeam(text: string, phones: readonly Phone[], optedOut: ReadonlySet<string>): Order[] {
  return phones.flatMap((phone) => ordersFor(phone, [text], optedOut))
}

/** A request for consent, for the phones that are asked. */
export function ordersForRequest(
  text: string,
  phones: readonly Phone[],
  optedOut: ReadonlySet<string>,
  asked: ReadonlySet<MemberId>,
): Order[] {
  return phones.flatMap((phone): Order[] => {
    if (asked.has(phone.memberId)) return ordersFor({ ...phone, lacksConsent: false }, [text], optedOut)
    return [{ memberId: phone.memberId, status: 'skipped', errorText: NOT_SENT.notAsked }]
  })
}

/** An automatic reply for one of the phones, unsigned. */
export function ordersForOne(text: string, phones: readonly Phone[], to: MemberId): Order[] {
  return phones.flatMap((phone): Order[] => {
    // A phone that texts may get an answer.
    if (phone.memberId === to) return ordersFor({ ...phone, lacksConsent: false }, [text], new Set())
    return [{ memberId: phone.memberId, status: 'skipped', errorText: NOT_SENT.automatic }]
  })
}

/** A contact's text for the other contacts, under the writer's name: docs/product.md#group-texting-is-a-relay */
export function ordersForRelay(
  message: { text: string; writer: Phone; relay: 'on' | keyof typeof NOT_SENT },
  phones: readonly Phone[],
  optedOut: ReadonlySet<string>,
): Order[] {
  const { text, writer, relay } = message
  const others = phones.filter(({ memberId }) => memberId !== writer.memberId)
  if (relay !== 'on') {
    return others.map(({ memberId }) => ({ memberId, status: 'skipped', errorText: NOT_SENT[relay] }))
  }
  const bodies = relayed(text, `${relayName(writer, phones)}: `)
  return others.flatMap((phone) => ordersFor(phone, bodies, optedOut))
}

/** With the name before it, a text may exceed Twilio's limit: each part has the name. */
function relayed(text: string, prefix: string): string[] {
  if (prefix.length + text.length <= MESSAGE.maxLength) return [prefix + text]
  return splitText(text, MESSAGE.maxLength - prefix.length).map((part) => prefix + part)
}

function ordersFor(
  { memberId, number, isDisabled, lacksConsent }: Phone,
  bodies: readonly string[],
  optedOut: ReadonlySet<string>,
): Order[] {
  if (isDisabled) return [{ memberId, status: 'skipped', errorText: NOT_SENT.disabled }]
  if (!takesReplies(number)) return [{ memberId, status: 'skipped', errorText: NOT_SENT.oneWay }]
  if (optedOut.has(number)) return [{ memberId, status: 'skipped', errorText: NOT_SENT.optedOut }]
  if (lacksConsent) return [{ memberId, status: 'skipped', errorText: NOT_SENT.noConsent }]
  const parts = bodies.length
  return bodies.map((body, index) => ({ memberId, status: 'queued', toNumber: number, body, part: index + 1, parts }))
}

/**
 * A relay reveals names, never numbers: a contact named by its number is shown as a guest, counted in the order of the
 * chat.
 */
function relayName(writer: Phone, phones: readonly Phone[]): string {
  const isNamedByNumber = ({ name }: Phone) => !/\p{L}/u.test(name)
  if (!isNamedByNumber(writer)) return writer.name
  const guests = phones.filter(isNamedByNumber)
  return `Guest ${guests.findIndex(({ memberId }) => memberId === writer.memberId) + 1}`
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks a text into parts of at most `room` characters, between words where that leaves no part half empty. */
export function splitText(text: string, room: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > room) {
    const at = breakOf(rest, room)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest]
}

/** Where the part ends: after its last word, or else before the first character that does not fit. */
function breakOf(text: string, room: number): number {
  const space = text.slice(0, room + 1).search(/\s\S*$/u)
  if (space > room / 2) return space
  const grapheme = GRAPHEMES.segment(text.slice(0, 2 * room)).containing(room)?.index ?? room
  if (grapheme > 0) return grapheme
  // One that is longer than a part is broken, but never inside of a code point.
  return text.slice(0, room).isWellFormed() ? room : room - 1
}
