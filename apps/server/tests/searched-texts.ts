import type { ChatId, MemberId, MessageId, TenantId } from '@partyline/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../src/platform/index.ts'

const uuid = (kind: string, index: number) => `0190${kind}000-0000-7000-8000-${String(index).padStart(12, '0')}`

export const TENANT = uuid('a', 1) as TenantId
export const VIEWER = uuid('b', 1) as MemberId
/** Its id begins with the same eight digits. */
const STRANGERS = uuid('a', 2) as TenantId
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
  }),
  { minLength: 30, maxLength: 30 },
)
const messagesOf = fc.array(fc.record({ chat: fc.integer({ min: 0, max: 29 }), text: words(4) }), {
  minLength: 600,
  maxLength: 600,
})

export type SearchedMessage = { messageId: MessageId; text: string; sentOn: Date; chatId: ChatId }
export type SearchedChat = {
  chatId: ChatId
  name: string
  contact: string
  isMine: boolean
  isArchived: boolean
  /** For the viewer. */
  rank: number
  lastMessageAt: Date
  /** Newest first. */
  messages: SearchedMessage[]
}

/** A tenant's chats with texts of few words, and the same once more in another tenant. */
export async function addSearchedTexts(db: Database['queries'], seed: number): Promise<SearchedChat[]> {
  const [chats = []] = fc.sample(chatsOf, { seed, numRuns: 1 })
  const [messages = []] = fc.sample(messagesOf, { seed, numRuns: 1 })
  const searched = chats.map((chat, index): SearchedChat => {
    const chatId = uuid('c', index) as ChatId
    const own = messages.flatMap(({ chat: at, text }, place) => {
      const sentOn = new Date(START_MS + place * HOUR_MS)
      return at === index ? [{ messageId: v7({ msecs: sentOn.getTime() }) as MessageId, text, sentOn, chatId }] : []
    })
    const rank = chat.isArchived ? 0 : chat.isMine ? chat.rank : chat.rank % 2
    const lastMessageAt = own.at(-1)?.sentOn ?? new Date(START_MS)
    return { ...chat, chatId, rank, lastMessageAt, messages: own.toReversed() }
  })
  for (const tenantId of [TENANT, STRANGERS]) await addTenant(db, tenantId, searched)
  await sql`vacuum analyze`.execute(db)
  return searched
}

async function addTenant(db: Database['queries'], tenantId: TenantId, chats: readonly SearchedChat[]) {
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Zoo', now())`.execute(db)
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${tenantId}, ${VIEWER}, 'Viewer', 'User', now())`.execute(db)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, created_at)
    values (${tenantId}, ${VIEWER}, 'PN1', '+12025550100', 'Desk', now())`.execute(db)
  for (const [index, { messages, ...chat }] of chats.entries()) {
    const { chatId, isArchived, lastMessageAt, rank } = chat
    const contactId = uuid('e', index)
    const archivedAt = isArchived ? new Date() : null
    await sql`insert into chats (tenant_id, chat_id, number_id, name, last_message_at, list_rank, archived_at, created_at)
      values (${tenantId}, ${chatId}, ${VIEWER}, ${chat.name}, ${lastMessageAt}, ${rank % 2}, ${archivedAt}, now())`.execute(
      db,
    )
    await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
      values (${tenantId}, ${contactId}, ${`+1202555${String(1000 + index)}`}, ${chat.contact}, now())`.execute(db)
    const members = [
      { id: contactId, role: 'ExternalMobile' },
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
          ({ messageId, text, sentOn }) =>
            sql`(${tenantId}, ${messageId}, ${chatId}, ${text}, ${sentOn}, ${contactId})`,
        ),
      )}`.execute(db)
  }
}
