import { automaticText, hoursOfLine, openingAt, phoneIdentity, takesReplies } from '@partyline/contract'
import type { Message } from '@partyline/contract'
import { allowedCountriesOf, hasMessages, memberIdOf } from '../chats/index.ts'
import type { Chats, WritableChat } from '../chats/index.ts'
import { AUTOMATIC_REPLY_MAX_MINUTES } from '../delivery/index.ts'
import { countryBar, ownNumbersAmong } from '../numbers/index.ts'
import type { Contact, Line } from '../numbers/index.ts'
import { keywordOf, optedOut } from '../consent/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { reserveReply } from './automatic-replies-store.ts'
import type { InboundText } from './inbound-text.ts'
import { looksLikeLoop } from './loop-guard-store.ts'

/** A text that a line sends to a contact by itself, unless it expires first. */
export type AutomaticReply = {
  kind: NonNullable<Message['automatic']>
  text: string
  to: Contact
  expiresAt: Date
}

/** A text that is about to be added to its locked chat. All texts before it are written. */
type Answered = { chat: WritableChat; text: InboundText; line: Line; contact: Contact; receivedAt: Date }

const EXPIRES_AFTER_MS = AUTOMATIC_REPLY_MAX_MINUTES * 60_000

type Parts = { clock: Clock; tenants: Pick<Tenants, 'find'>; chats: Pick<Chats, 'haveTexted'> }

/** Decides whether a line replies to a text by itself: docs/product.md#automatic-replies */
export function createAutomaticReplies({ clock, tenants, chats }: Parts) {
  async function isClosed(trx: Queries, { tenantId, hours }: Line, at: Date): Promise<boolean> {
    const tenant = await tenants.find(tenantId, trx)
    return !openingAt(hoursOfLine(hours, tenant?.hours ?? null), at).isOpen
  }

  async function isFirst(trx: Queries, chat: WritableChat, { tenantId, id: numberId }: Line, contact: Contact) {
    if (hasMessages(chat)) return false
    return !(await chats.haveTexted(trx, tenantId, { numberId, memberId: memberIdOf(contact.id) }))
  }

  /** Whether the phone may be a machine, or wants no texts. */
  async function isBarred(trx: Queries, { chat, text, line, contact }: Answered): Promise<boolean> {
    const { tenantId, id: lineId } = line
    const { number } = contact
    const ours = await ownNumbersAmong(trx, tenantId, [number])
    const optedOutNumbers = await optedOut(trx, { tenantId, lineId, numbers: [number] })
    if (ours.has(number) || optedOutNumbers.has(number)) return true
    const memberId = memberIdOf(contact.id)
    return looksLikeLoop(trx, { ...chat, memberId, text: text.text, now: clock.now() })
  }

  return async function plan(trx: Queries, answered: Answered): Promise<AutomaticReply | null> {
    const { chat, text, line, contact, receivedAt } = answered
    const now = clock.now()
    const expiresAt = new Date(receivedAt.getTime() + EXPIRES_AFTER_MS)
    if (now >= expiresAt || !takesReplies(contact.number) || isAnsweredByTwilio(text)) return null
    if (isOneOfOurs(text, line) || countryBar(contact.number, allowedCountriesOf(chat))) return null
    const greeting = line.greeting !== null && (await isFirst(trx, chat, line, contact)) ? line.greeting : null
    const away = line.awayReply !== null && (await isClosed(trx, line, receivedAt)) ? line.awayReply : null
    if ((greeting === null && away === null) || (await isBarred(trx, answered))) return null
    const key = { tenantId: line.tenantId, lineId: line.id, number: phoneIdentity(contact.number) }
    if (!(await reserveReply(trx, { ...key, repliedAt: now }))) return null
    const kind = away === null ? 'greeting' : 'away'
    return { kind, text: automaticText({ greeting, away }), to: contact, expiresAt }
  }
}

export type PlanAutomaticReply = ReturnType<typeof createAutomaticReplies>

/** STOP or HELP. YES is an ordinary reply. If its sender has opted out, it is too early to text them: see `isBarred`. */
function isAnsweredByTwilio(text: InboundText): boolean {
  const keyword = keywordOf(text)
  return keyword !== null && keyword !== 'start'
}

/** Whether the text is one of our replies: the phone forwards its texts, or belongs to another Partyline with the same words. */
function isOneOfOurs({ text }: InboundText, { greeting, awayReply: away }: Line): boolean {
  return [greeting, away, automaticText({ greeting, away })].includes(text.trim())
}
