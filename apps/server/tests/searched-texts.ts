import type { ChatId, MemberId, MessageId, NumberId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../src/platform/index.ts'

const uuid = (kind: string, index: number) => `0190${kind}000-0000-7000-8000-${String(index).padStart(12, '0')}`

export const TENANT = uuid('a', 2) as TenantId
export const VIEWER = uuid('b', 1) as MemberId
/** Their ids begin with the same eight digits, and are the first in every index. */
const STRANGERS = uuid('a', 1) as TenantId
export const DESK = uuid('d', 1) as NumberId
export const GUESTS = [1, 2, 3].map((index) => uuid('9', index) as MemberId)
export const contactOf = (chat: number) => uuid('e', chat) as MemberId
export const START_MS = Date.UTC(2026, 0, 1)
export const HOUR_MS = 3_600_000

/** Prefixes of each other, so that a term finds the beginnings of words. */
export const VOCABULARY = ['a', 'ant', 'anthill', 'bee', 'beetle', 'cat', 'dog', 'dogma', 'eel', 'fox'] as const
const words = (max: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: max }).map((list) => list.join(' '))

const chatsOf = fc.array(
  fc.record({
    name: words(2),
    contact: words(2),
    isMine: fc.boolean(),
    isArchived: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    rank: fc.constantFrom(0, 0, 0, 1, 2),
    isAtDesk: fc.boolean(),
    /** Someone who is in several chats. */
    guest: fc.option(fc.nat({ max: 2 })),
  }),
  { minLength: 30, maxLength: 30 },
)
const messagesOf = fc.array(
  fc.record({
    chat: fc.integer({ min: 0, max: 29 }),
    text: words(4),
    isViewers: fc.boolean(),
    files: fc.constantFrom<SearchedMessage['files']>([], [], [], ['text/vcard'], ['text/vcard', 'image/png']),
  }),
  {
    minLength: 600,
    maxLength: 600,
  },
)

export type SearchedMessage = {
  messageId: MessageId
  text: string
  sentOn: Date
  chatId: ChatId
  sentBy: MemberId
  /** Their types. */
  files: readonly ('text/vcard' | 'image/png')[]
}
export type SearchedChat = {
  chatId: ChatId
  name: string
  contact: string
  contactId: MemberId
  guestId: MemberId | null
  isAtDesk: boolean
  isMine: boolean
  isArchived: boolean
  /** For the viewer. */
  rank: number
  lastMessageAt: Date
  /** Newest first. */
  messages: SearchedMessage[]
}

/** A tenant's chats with texts of few words. In another tenant the same ids have all words, and other places in the list. */
export async function addSearchedTexts(db: Database['queries'], seed: number): Promise<SearchedChat[]> {
  const [chats = []] = fc.sample(chatsOf, { seed, numRuns: 1 })
  const [messages = []] = fc.sample(messagesOf, { seed, numRuns: 1 })
  const searched = chats.map((chat, index): SearchedChat => {
    const chatId = uuid('c', index) as ChatId
    const contactId = contactOf(index)
    const own = messages.flatMap(({ chat: at, isViewers, ...message }, place): SearchedMessage[] => {
      const sentOn = new Date(START_MS + place * HOUR_MS)
      const messageId = v7({ msecs: sentOn.getTime() }) as MessageId
      return at === index ? [{ ...message, messageId, sentOn, chatId, sentBy: isViewers ? VIEWER : contactId }] : []
    })
    const guestId = chat.guest === null ? null : (GUESTS[chat.guest] ?? null)
    const rank = chat.isArchived ? 0 : chat.isMine ? chat.rank : chat.rank % 2
    const lastMessageAt = own.at(-1)?.sentOn ?? new Date(START_MS)
    return { ...chat, chatId, contactId, guestId, rank, lastMessageAt, messages: own.toReversed() }
  })
  await addTenant(db, STRANGERS, searched.map(asStrangers))
  await addTenant(db, TENANT, searched)
  await sql`vacuum analyze`.execute(db)
  return searched
}

/** Their contacts are those of other chats. */
function asStrangers(chat: SearchedChat, index: number): SearchedChat {
  const { isMine, isArchived, isAtDesk, messages } = chat
  const text = VOCABULARY.join(' ')
  return {
    ...chat,
    name: text,
    contact: text,
    contactId: contactOf((index + 1) % 30),
    guestId: GUESTS[chat.guestId ? GUESTS.indexOf(chat.guestId) + 1 : 0] ?? null,
    isMine: !isMine,
    isArchived: !isArchived,
    isAtDesk: !isAtDesk,
    rank: 1,
    messages: messages.map((message) => ({ ...message, text, files: ['image/png'], sentBy: VIEWER })),
  }
}

async function addTenant(db: Database['queries'], tenantId: TenantId, chats: readonly SearchedChat[]) {
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Zoo', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${tenantId}, ${VIEWER}, ${tenantId === TENANT ? 'Viewer' : VOCABULARY.join(' ')}, 'User', now())`.execute(
    db,
  )
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${DESK}, 'PN1', '+12025550100', 'Desk', now()),
      (${tenantId}, ${VIEWER}, 'PN2', '+12025550101', 'Annex', now())`.execute(db)
  const files = { 'text/vcard': uuid('f', 1), 'image/png': uuid('f', 2) }
  for (const [contentType, fileId] of Object.entries(files)) {
    await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
      values (${tenantId}, ${fileId}, 'files', 'file', ${contentType}, 1, now())`.execute(db)
  }
  for (const [index, guestId] of GUESTS.entries()) {
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${guestId}, ${`+1202555${String(2000 + index)}`}, 'Guest', now())`.execute(db)
  }
  for (const [index, { messages, ...chat }] of chats.entries()) {
    const { chatId, isArchived, lastMessageAt, rank } = chat
    const { contactId, guestId } = chat
    const archivedAt = isArchived ? new Date() : null
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, list_rank, archived_at, created_at)
      values (${tenantId}, ${chatId}, ${chat.isAtDesk ? DESK : VIEWER}, ${chat.name}, ${lastMessageAt}, ${rank % 2}, ${archivedAt}, now())`.execute(
      db,
    )
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${contactId}, ${`+1202555${String(1000 + index)}`}, ${chat.contact}, now())`.execute(db)
    const members = [
      { id: contactId, role: 'ExternalMobile' },
      ...(guestId ? [{ id: guestId, role: 'ExternalMobile' }] : []),
      ...(chat.isMine ? [{ id: VIEWER, role: 'TeamsUser' }] : []),
    ]
    for (const { id, role } of members) {
      await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, list_rank)
        values (${tenantId}, ${chatId}, ${id}, ${role}, now(), ${lastMessageAt},
          ${isArchived || role === 'ExternalMobile' ? null : rank})`.execute(db)
    }
    if (messages.length === 0) continue
    await sql`insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
      values ${sql.join(
        messages.map(
          ({ messageId, text, sentOn, sentBy }) =>
            sql`(${tenantId}, ${messageId}, ${chatId}, ${text}, ${sentOn}, ${sentBy})`,
        ),
      )}`.execute(db)
    const media = messages.flatMap(({ messageId, sentOn, files: types }) =>
      types.map((type, position) => sql`(${tenantId}, ${messageId}, ${position + 1}, ${files[type]}, ${sentOn})`),
    )
    if (media.length === 0) continue
    await sql`insert into message_media (tenant_id, message_id, position, file_id, sent_at)
      values ${sql.join(media)}`.execute(db)
  }
}
