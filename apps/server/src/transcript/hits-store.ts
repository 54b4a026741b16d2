import type { ChatId, MemberId, MessageId, SearchHit, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { placeOf } from './messages-store.ts'
import { hasWords, mayHaveWords } from './search-term-store.ts'
import type { SearchTerm } from './search-term-store.ts'

type Hit = { chatId: ChatId; messageId: MessageId }

/** A term or a word found this often in the newest messages is common: reading all its places in the index would take longer. */
const SAMPLE = { messages: 500, hits: 12 }

/** The messages to search: those before a message and sent within a period, bounds inclusive. */
export type Span = { before?: MessageId | null; from?: Date | null; to?: Date | null }

/** The condition on a row with `sent_at` and `message_id`. */
function isWithin(tenantId: TenantId, { before, from, to }: Span): RawBuilder<boolean> {
  return sql.join(
    [
      before ? sql`(sent_at, message_id) < ${placeOf(tenantId, before)}` : sql`true`,
      from ? sql`sent_at >= ${from}` : sql`true`,
      to ? sql`sent_at <= ${to}` : sql`true`,
    ],
    sql` and `,
  )
}

/** All messages with the term, newest first, or null when it is common, or there are more than the maximum. */
export async function collectHits(db: Queries, term: SearchTerm, max: number, span: Span = {}): Promise<Hit[] | null> {
  const countOf = (condition: RawBuilder<boolean>) => sql`(count(*) filter (where ${condition}))::int`
  const ofWords = term.words.map((word) => countOf(mayHaveWords({ words: [word], numbers: [] }, 'm')))
  const { rows: sample } = await sql<{ count: number; counts: number[] }>`
    select ${countOf(mayHaveWords(term, 'm'))} as count, array[${sql.join(ofWords)}]::int[] as counts
    from (
      select words from messages where tenant_id = ${term.tenantId}
      order by sent_at desc, message_id desc limit ${SAMPLE.messages}
    ) m`.execute(db)
  const { count = 0, counts = [] } = sample[0] ?? {}
  const rare = term.words.filter((_, place) => (counts[place] ?? 0) <= SAMPLE.hits)
  const isCommon = count > Math.min(SAMPLE.hits, max) || (term.words.length > 0 && rare.length === 0)
  if (isCommon) return null
  // The words begin with the tenant's id. Without a condition on the tenant only the word index can be used.
  const { rows } = await sql<Hit & { isHit: boolean }>`
    with with_words as materialized (
      select tenant_id, chat_id, message_id, sent_at, text, words from messages m
      where ${mayHaveWords({ ...term, words: rare }, 'm')}
    )
    select chat_id, message_id,
      tenant_id = ${term.tenantId} and ${hasWords(term, 'm', 'text')} and ${isWithin(term.tenantId, span)} as is_hit
    from (select * from with_words limit ${max + 1}) m
    order by sent_at desc, message_id desc`.execute(db)
  if (rows.length > max) return null
  return rows.filter(({ isHit }) => isHit)
}

/** A window of messages that a walk has read, and those with the term, newest first. */
export type SearchedWindow = {
  hits: MessageId[]
  /** The oldest message that was read. Null at the end of the walk. */
  oldest: { messageId: MessageId; sentOn: Date } | null
}

/** From the newest message of the span to the oldest. */
type Walk = Span & {
  tenantId: TenantId
  term: SearchTerm | null
  sentBy?: MemberId | undefined
  /** Null: all chats. */
  chatIds: readonly ChatId[] | null
  /** In all chats, only messages with files are read. */
  hasFiles?: boolean | undefined
  size: number
}

/** The next messages of a walk through all messages of a tenant, or of some chats. */
export async function searchWindow(db: Queries, walk: Walk): Promise<SearchedWindow> {
  const { tenantId, chatIds, size } = walk
  if (chatIds) return searchChatWindows(db, { ...walk, chatIds })
  const source = walk.hasFiles
    ? newestWithFiles(walk)
    : sql`select message_id, sent_at, sent_by, text, words from messages
        where tenant_id = ${tenantId} and ${isWithin(tenantId, walk)}
        order by sent_at desc, message_id desc limit ${size}`
  const { rows } = await sql<{ hits: MessageId[] | null; count: number; messageId: MessageId; sentOn: Date }>`
    with read as materialized (${source})
    select message_id, sent_at as sent_on, (select count(*) from read) as count,
      (select array_agg(message_id order by sent_at desc, message_id desc) from read m where ${isWanted(walk)}) as hits
    from read order by sent_at, message_id limit 1`.execute(db)
  const [oldest] = rows
  return { hits: oldest?.hits ?? [], oldest: oldest && oldest.count === size ? oldest : null }
}

/** Reads the newest messages of each chat. What is older than the place up to which all were read comes in the next window. */
async function searchChatWindows(db: Queries, walk: Walk & { chatIds: readonly ChatId[] }): Promise<SearchedWindow> {
  const { tenantId, chatIds, before = null, from, to } = walk
  const size = Math.max(1, Math.floor(walk.size / Math.max(1, chatIds.length)))
  const source = newestInChat(tenantId, { chatId: sql`chat.id`, before: sql`b`, from, to, size })
  const { rows } = await sql<{ hits: MessageId[] | null; messageId: MessageId | null; sentOn: Date }>`
    with read as materialized (
      select chat.id as chat, m.*
      from unnest(${chatIds}::uuid[]) as chat (id)
        left join messages b on b.tenant_id = ${tenantId} and b.message_id = ${before}
        cross join lateral (${source}) m
    ), oldest as (
      select (array_agg(message_id order by sent_at, message_id))[1] as message_id, min(sent_at) as sent_at
      from read group by chat having count(*) = ${size}
      order by 2 desc, 1 desc limit 1
    )
    select o.message_id, o.sent_at as sent_on, (
      select array_agg(message_id order by sent_at desc, message_id desc) from read m
      where ${isWanted(walk)}
        and (o.message_id is null or (m.sent_at, m.message_id) >= (o.sent_at, o.message_id))
    ) as hits
    from (select) one left join oldest o on true`.execute(db)
  const { hits = null, messageId, sentOn } = rows[0] ?? {}
  return { hits: hits ?? [], oldest: messageId && sentOn ? { messageId, sentOn } : null }
}

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

function newestWithFiles(walk: Walk) {
  const { tenantId, size } = walk
  return sql`select m.* from (
      select distinct sent_at, message_id from message_media
      where tenant_id = ${tenantId} and sent_at is not null and ${isWithin(tenantId, walk)}
      order by sent_at desc, message_id desc limit ${size}
    ) file cross join lateral (
      select message_id, sent_at, sent_by, text, words from messages
      where tenant_id = ${tenantId} and message_id = file.message_id limit 1
    ) m`
}

/** Progress of the search in a chat. */
export type ChatProgress = { chatId: ChatId; before: MessageId | null }

/** For each chat its newest message with the term among the next `size` messages, and where to continue. */
export async function searchChats(
  db: Queries,
  { term, chats, size }: { term: SearchTerm; chats: readonly ChatProgress[]; size: number },
): Promise<{ chatId: ChatId; hit: MessageId | null; before: MessageId | null }[]> {
  const source = newestInChat(term.tenantId, { chatId: sql`chat.chat_id`, before: sql`b`, size })
  const { rows } = await sql<{ chatId: ChatId; hit: MessageId | null; before: MessageId | null }>`
    select chat.chat_id, read.hit, read.before
    from unnest(${chats.map(({ chatId }) => chatId)}::uuid[],
        ${chats.map(({ before }) => before)}::uuid[]) as chat (chat_id, before)
      left join messages b on b.tenant_id = ${term.tenantId} and b.message_id = chat.before
      cross join lateral (
        select (array_agg(message_id order by sent_at desc, message_id desc)
            filter (where ${hasWords(term, 'm', 'text')}))[1] as hit,
          case when count(*) = ${size} then (array_agg(message_id order by sent_at, message_id))[1] end as before
        from (${source}) m
      ) read`.execute(db)
  return rows
}

/** `before`: the name of a row with the message to begin at; without one, the newest is read. */
type NewestInChat = Pick<Walk, 'from' | 'to' | 'size'> & { chatId: RawBuilder<unknown>; before: RawBuilder<unknown> }

/** Ordered by chat too: with one chat and a limit the planner might rather walk through the messages of all chats. */
function newestInChat(tenantId: TenantId, { chatId, before, from = null, to = null, size }: NewestInChat) {
  return sql`select message_id, sent_at, sent_by, text, words from messages
    where tenant_id = ${tenantId}
      and (chat_id, sent_at, message_id) < (${chatId}, coalesce(${before}.sent_at, 'infinity'), ${before}.message_id)
      and (chat_id, sent_at) <= (${chatId}, coalesce(${to}::timestamptz, 'infinity'))
      and (chat_id, sent_at) >= (${chatId}, coalesce(${from}::timestamptz, '-infinity'))
    order by chat_id desc, sent_at desc, message_id desc limit ${size}`
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
