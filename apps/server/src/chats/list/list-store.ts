import type { SearchHit } from '@partyline/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/index.ts'
import { hitsByIds } from '../../transcript/index.ts'
import { CHAT } from '../rows/chats-store.ts'
import type { ChatRow } from '../rows/stored-chat.ts'
import { writeCursor } from './list-cursor.ts'
import type { ListCursor } from './list-cursor.ts'
import { archived, everybodys, mine, unclaimed, unreadBetween, unreadTotal } from './list-walks.ts'
import type { ListQuery, Place } from './list-walks.ts'

export type ListedChat = ChatRow & {
  /** Of the person whose list it is. */
  unreadCount: number
  hit: SearchHit | null
}

export type ListPage = { chats: ListedChat[]; nextCursor: string | null }

/** A page of a person's list. */
export async function listChats(db: Queries, query: ListQuery): Promise<ListPage> {
  const places = await placesOf(db, { ...query, limit: query.limit + 1 })
  const page = places.slice(0, query.limit)
  const last = places.length > page.length ? page.at(-1) : undefined
  const chats = await chatsAt(db, query, page)
  return { chats, nextCursor: last ? writeCursor(cursorBehind(last)) : null }
}

/** The next places of a list, in its order. */
export async function placesOf(db: Queries, query: ListQuery): Promise<Place[]> {
  if (!query.enabled) return (await archived(query).execute(db)).rows
  if (query.unclaimed) return (await unclaimed(query).execute(db)).rows
  if (query.mode === 'my') return (await mine(query, 0).execute(db)).rows
  const { rows: unread } = await mine(query, 2).execute(db)
  const limit = query.limit - unread.length
  return limit > 0 ? [...unread, ...(await readByViewer(db, { ...query, limit }, unread))] : unread
}

/** How many messages the viewer has not read, in all the chats of their list. */
export async function countUnread(db: Queries, viewer: Pick<ListQuery, 'tenantId' | 'viewerId'>): Promise<number> {
  const { rows } = await unreadTotal(viewer).execute(db)
  return rows[0]?.messages ?? 0
}

const MOST_AT_ONCE = 2_000

/**
 * Everybody's chats but those that the viewer has not read, which stand above. A long run of these is passed over in
 * stretches that grow, each read from two indexes in one go. What is listed as unread already, and was read in between,
 * is listed once.
 */
async function readByViewer(db: Queries, query: ListQuery, listed: readonly Place[]): Promise<Place[]> {
  const read: Place[] = []
  let stretch = query
  for (;;) {
    const { rows } = await everybodys(stretch).execute(db)
    const last = rows.at(-1)
    if (!last) return read
    const times = rows.map(({ lastMessageAt }) => lastMessageAt.getTime())
    const bounds = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) }
    const unread = await unreadBetween(query, bounds).execute(db)
    const unreadIds = new Set([...listed, ...unread.rows].map(({ chatId }) => chatId))
    read.push(...rows.filter(({ chatId }) => !unreadIds.has(chatId)))
    if (rows.length < stretch.limit || read.length >= query.limit) return read.slice(0, query.limit)
    stretch = { ...query, cursor: cursorBehind(last), limit: Math.min(4 * stretch.limit, MOST_AT_ONCE) }
  }
}

export function cursorBehind({ rank, lastMessageAt, chatId }: Place): ListCursor {
  return [rank, lastMessageAt.toISOString(), chatId]
}

export async function chatsAt(
  db: Queries,
  { tenantId, viewerId, found }: Pick<ListQuery, 'tenantId' | 'viewerId' | 'found'>,
  places: readonly Pick<Place, 'chatId'>[],
): Promise<ListedChat[]> {
  const chatIds = places.map(({ chatId }) => chatId)
  const { rows } = await sql<Omit<ListedChat, 'hit'>>`
    select ${CHAT}, coalesce(v.unread_count, 0) as "unreadCount"
    from unnest(${chatIds}::uuid[]) as page (chat_id)
      join lateral (select * from chats where tenant_id = ${tenantId} and chat_id = page.chat_id limit 1) c on true
      left join lateral (select unread_count from chat_members
        where tenant_id = ${tenantId} and chat_id = page.chat_id and member_id = ${viewerId} and deleted_on is null
        limit 1) v on true`.execute(db)
  const chats = new Map(rows.map((row) => [row.chatId, row]))
  const hitIds = chatIds.map((chatId) => found?.get(chatId)).filter((id) => typeof id === 'string')
  const hits = await hitsByIds(db, tenantId, hitIds)
  return chatIds.flatMap((chatId): ListedChat[] => {
    const chat = chats.get(chatId)
    const messageId = found?.get(chatId)
    return chat ? [{ ...chat, hit: (messageId && hits.get(messageId)) ?? null }] : []
  })
}
