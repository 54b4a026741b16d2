import type { ChatId, MemberId, MessageId, SearchHit, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { FIRST_ID, LAST_ID } from './message-id.ts'
import { hasWords, mayHaveWords } from './search-term-store.ts'
import type { SearchTerm } from './search-term-store.ts'

type Hit = { chatId: ChatId; messageId: MessageId }

/** A term or a word found this often in the newest messages is common: reading all its places in the index would take longer. */
const SAMPLE = { messages: 500, hits: 12 }

/** All messages with the term, newest first, or null when it is common, or there are more than the maximum. */
export async function collectHits(db: Queries, term: SearchTerm, max: number): Promise<Hit[] | null> {
  const countOf = (condition: RawBuilder<boolean>) => sql`(count(*) filter (where ${condition}))::int`
  const ofWords = term.words.map((word) => countOf(mayHaveWords({ words: [word], numbers: [] }, 'm')))
  const { rows: sample } = await sql<{ count: number; counts: number[] }>`
    select ${countOf(mayHaveWords(term, 'm'))} as count, array[${sql.join(ofWords)}]::int[] as counts
    from (
      select words from messages where tenant_id = ${term.tenantId} order by message_id desc limit ${SAMPLE.messages}
    ) m`.execute(db)
  const { count = 0, counts = [] } = sample[0] ?? {}
  const rare = term.words.filter((_, place) => (counts[place] ?? 0) <= SAMPLE.hits)
  const isCommon = count > Math.min(SAMPLE.hits, max) || (term.words.length > 0 && rare.length === 0)
  if (isCommon) return null
  // The words begin with the tenant's id. Without a condition on the tenant only the word index can be used.
  const { rows } = await sql<Hit & { isHit: boolean }>`
    with with_words as materialized (
      select tenant_id, chat_id, message_id, text, words from messages m
      where ${mayHaveWords({ ...term, words: rare }, 'm')}
    )
    select chat_id, message_id, tenant_id = ${term.tenantId} and ${hasWords(term, 'm', 'text')} as is_hit
    from (select * from with_words limit ${max + 1}) m`.execute(db)
  if (rows.length > max) return null
  return rows.filter(({ isHit }) => isHit).toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1))
}

/** A part of the messages that a walk has read, and those with the term, newest first. */
export type SearchedWindow = {
  hits: MessageId[]
  /** The oldest message that was read. Null at the end of the walk. */
  oldest: { messageId: MessageId; sentOn: Date } | null
}

type Walk = {
  tenantId: TenantId
  term: SearchTerm | null
  sentBy?: MemberId | undefined
  /** Null: all chats. */
  chatIds: readonly ChatId[] | null
  /** In all chats, only messages with files are read. */
  hasFiles?: boolean | undefined
  /** The walk is from the newest message before this one to the first. */
  before: MessageId
  first: MessageId
  size: number
}

/** The next messages of a walk through all messages of a tenant, or of some chats. */
export async function searchWindow(db: Queries, walk: Walk): Promise<SearchedWindow> {
  const { tenantId, chatIds, before, first, size } = walk
  if (chatIds) return searchChatWindows(db, { ...walk, chatIds })
  const source = walk.hasFiles
    ? newestWithFiles(walk)
    : sql`select message_id, sent_at, sent_by, text, words from messages
        where tenant_id = ${tenantId} and message_id < ${before} and message_id >= ${first}
        order by message_id desc limit ${size}`
  const { rows } = await sql<{ hits: MessageId[] | null; count: number; messageId: MessageId; sentOn: Date }>`
    with read as materialized (${source})
    select message_id, sent_at as sent_on, (select count(*) from read) as count,
      (select array_agg(message_id order by message_id desc) from read m where ${isWanted(walk)}) as hits
    from read order by message_id limit 1`.execute(db)
  const [oldest] = rows
  return { hits: oldest?.hits ?? [], oldest: oldest && oldest.count === size ? oldest : null }
}

/** Reads the newest messages of each chat. What is older than the place up to which all were read comes in the next window. */
async function searchChatWindows(db: Queries, walk: Walk & { chatIds: readonly ChatId[] }): Promise<SearchedWindow> {
  const { tenantId, chatIds, before, first } = walk
  const size = Math.max(1, Math.floor(walk.size / Math.max(1, chatIds.length)))
  const source = newestInChat(tenantId, { chatId: sql`chat.id`, before: sql`${before}::uuid`, first, size })
  const { rows } = await sql<{ hits: MessageId[] | null; count: number; messageId: MessageId; sentOn: Date }>`
    select read.* from unnest(${chatIds}::uuid[]) as chat (id) cross join lateral (
      select count(*) as count, (array_agg(message_id order by message_id))[1] as message_id,
        (array_agg(sent_at order by message_id))[1] as sent_on,
        array_agg(message_id) filter (where ${isWanted(walk)}) as hits
      from (${source}) m
    ) read`.execute(db)
  const [oldest = null] = rows
    .filter(({ count }) => count === size)
    .toSorted((a, b) => newestFirst(a.messageId, b.messageId))
  const hits = rows.flatMap((row) => row.hits ?? []).filter((id) => oldest === null || id >= oldest.messageId)
  return { hits: hits.toSorted(newestFirst), oldest }
}

const newestFirst = (one: MessageId, other: MessageId) => (one < other ? 1 : -1)

/** The condition on a message of a walk. */
function isWanted({ term, sentBy }: Pick<Walk, 'term' | 'sentBy'>) {
  return sql.join(
    [term ? hasWords(term, 'm', 'text') : sql`true`, sentBy ? sql`m.sent_by = ${sentBy}` : sql`true`],
    sql` and `,
  )
}

/** The condition that a message, by the name of its row in the query, has a picture. */
export function hasPicture(row: string): RawBuilder<boolean> {
  return sql`exists (select from message_media a join files f using (tenant_id, file_id)
    where a.tenant_id = ${sql.ref(`${row}.tenantId`)} and a.message_id = ${sql.ref(`${row}.messageId`)}
      and f.content_type like 'image/%')`
}

function newestWithFiles({ tenantId, before, first, size }: Walk) {
  return sql`select m.* from (
      select distinct message_id from message_media
      where tenant_id = ${tenantId} and message_id < ${before} and message_id >= ${first}
      order by message_id desc limit ${size}
    ) file cross join lateral (
      select message_id, sent_at, sent_by, text, words from messages
      where tenant_id = ${tenantId} and message_id = file.message_id limit 1
    ) m`
}

/** How far the search of a chat has come. */
export type ChatProgress = { chatId: ChatId; before: MessageId | null }

/** For each chat its newest message with the term among the next `size` messages, and where to continue. */
export async function searchChats(
  db: Queries,
  { term, chats, size }: { term: SearchTerm; chats: readonly ChatProgress[]; size: number },
): Promise<{ chatId: ChatId; hit: MessageId | null; before: MessageId | null }[]> {
  const [chatId, before] = [sql`chat.chat_id`, sql`chat.before`]
  const source = newestInChat(term.tenantId, { chatId, before, first: FIRST_ID, size })
  const { rows } = await sql<{ chatId: ChatId; hit: MessageId | null; before: MessageId | null }>`
    select chat.chat_id, read.hit, read.before
    from unnest(${chats.map(({ chatId }) => chatId)}::uuid[],
        ${chats.map(({ before }) => before ?? LAST_ID)}::uuid[]) as chat (chat_id, before)
      cross join lateral (
        select (array_agg(message_id order by message_id desc) filter (where ${hasWords(term, 'm', 'text')}))[1] as hit,
          case when count(*) = ${size} then (array_agg(message_id order by message_id))[1] end as before
        from (${source}) m
      ) read`.execute(db)
  return rows
}

type NewestInChat = Pick<Walk, 'first' | 'size'> & { chatId: RawBuilder<unknown>; before: RawBuilder<unknown> }

/** Ordered by chat too: with one chat and a limit the planner might rather walk through the messages of all chats. */
function newestInChat(tenantId: TenantId, { chatId, before, first, size }: NewestInChat) {
  return sql`select message_id, sent_at, sent_by, text, words from messages
    where tenant_id = ${tenantId} and (chat_id, message_id) < (${chatId}, ${before})
      and (chat_id, message_id) >= (${chatId}, ${first}::uuid)
    order by chat_id desc, message_id desc limit ${size}`
}

export async function hitsByIds(
  db: Queries,
  tenantId: TenantId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, SearchHit>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('messages')
    .select(['messageId', 'text', 'sentAt as sentOn'])
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.messageId, { ...row, sentOn: row.sentOn.toISOString() }]))
}
