import type { ChatId, MessageId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../platform/index.ts'
import { hasWords, mayHaveWords } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'

/** A term with more hits is common: what is shown of it is found faster by walking through the newest rows. */
export const RARE_HITS = 5_000
/** A term that so many of so many newest messages have is taken for common at once. */
const SAMPLE = { messages: 2_000, hits: 50 }
/** So many of the tenant's messages are looked at for the chats of a common term. */
const NEWEST_MESSAGES = 20_000

const newestMessages = (term: SearchTerm, limit: number) =>
  sql`(select * from messages where tenant_id = ${term.tenantId} order by message_id desc limit ${limit})`

/** Whether all hits can be collected before they are sorted. ADR 11. */
export async function isRareInMessages(db: Queries, term: SearchTerm): Promise<boolean> {
  const inSample = await sql<{ count: number }>`
    select count(*) as count from ${newestMessages(term, SAMPLE.messages)} m where ${mayHaveWords(term, 'm')}`.execute(
    db,
  )
  if ((inSample.rows[0]?.count ?? 0) > SAMPLE.hits) return false
  const { rows } = await sql<{ count: number }>`
    with hits as materialized (
      select from messages m where m.tenant_id = ${term.tenantId} and ${mayHaveWords(term, 'm')}
    )
    select count(*) as count from (select from hits limit ${RARE_HITS + 1}) counted`.execute(db)
  return (rows[0]?.count ?? 0) <= RARE_HITS
}

/** The newest hit of each chat: of all of them where the term is rare, otherwise of the newest messages. */
export async function newestHits(db: Queries, term: SearchTerm): Promise<Map<ChatId, MessageId>> {
  const searched = (await isRareInMessages(db, term)) ? sql`messages` : newestMessages(term, NEWEST_MESSAGES)
  const { rows } = await sql<{ chatId: ChatId; messageId: MessageId }>`
    with hits as materialized (
      select m.chat_id, m.message_id from ${searched} m
      where m.tenant_id = ${term.tenantId} and ${hasWords(term, 'm', 'text')}
    )
    select distinct on (chat_id) chat_id as "chatId", message_id as "messageId" from hits
    order by chat_id, message_id desc`.execute(db)
  return new Map(rows.map(({ chatId, messageId }) => [chatId, messageId]))
}

export async function textsOf(
  db: Queries,
  tenantId: TenantId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MessageId; text: string }>`
    select message_id as id, text from messages
    where tenant_id = ${tenantId} and message_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}
