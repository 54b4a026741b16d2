import { isNewestFirst } from '@partyline/contract'
import type { ChatId, SearchHit } from '@partyline/contract'
import { sql } from 'kysely'
import { writeCursor } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import { hitsByIds } from '../../transcript/index.ts'
import { hasUnread } from '../chats-store.ts'
import { CHAT } from '../stored-chat.ts'
import type { ChatRow } from '../stored-chat.ts'
import type { ListCursor } from './list-cursor.ts'
import { archived, allChats, myChats, newestFirst, unreadBetween, unreadTotal } from './list-walks-store.ts'
import type { UnreadTotal } from './list-walks-store.ts'
import type { ListQuery, Place } from './list-walks-store.ts'

export type ListedChat = ChatRow & { hit: SearchHit | null }

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
  if (query.unread) return (await myChats(query, 2).execute(db)).rows
  if (isNewestFirst(query)) return (await newestFirst(query).execute(db)).rows
  if (query.mode === 'my') return (await myChats(query, 0).execute(db)).rows
  const { rows: unread } = await myChats(query, 2).execute(db)
  const limit = query.limit - unread.length
  return limit > 0 ? [...unread, ...(await readByViewer(db, { ...query, limit }, unread))] : unread
}

/** The viewer's open chats with unread messages. */
export async function countUnread(db: Queries, viewer: Pick<ListQuery, 'tenantId' | 'viewerId'>): Promise<UnreadTotal> {
  const { rows } = await unreadTotal(viewer).execute(db)
  return rows[0] ?? { chats: 0, messages: 0 }
}

const MAX_AT_ONCE = 2_000

/**
 * Everybody's chats but those that the viewer has not read, which stand above. A long run of these is passed over in
 * stretches that grow, each read from two indexes in one go. What is listed as unread already, and was read in between,
 * is listed once.
 */
async function readByViewer(db: Queries, query: ListQuery, listed: readonly Place[]): Promise<Place[]> {
  const read: Place[] = []
  let stretch = query
  for (;;) {
    const { rows } = await allChats(stretch).execute(db)
    const last = rows.at(-1)
    if (!last) return read
    const times = rows.map(({ lastMessageAt }) => lastMessageAt.getTime())
    const bounds = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) }
    const unread = await unreadBetween(query, bounds).execute(db)
    const unreadIds = new Set([...listed, ...unread.rows].map(({ chatId }) => chatId))
    read.push(...rows.filter(({ chatId }) => !unreadIds.has(chatId)))
    if (rows.length < stretch.limit || read.length >= query.limit) return read.slice(0, query.limit)
    stretch = { ...query, cursor: cursorBehind(last), limit: Math.min(4 * stretch.limit, MAX_AT_ONCE) }
  }
}

export function cursorBehind({ rank, lastMessageAt, chatId }: Place): ListCursor {
  return [rank, lastMessageAt.toISOString(), chatId]
}

export async function chatsAt(
  db: Queries,
  { tenantId, found }: Pick<ListQuery, 'tenantId' | 'found'>,
  places: readonly Pick<Place, 'chatId'>[],
): Promise<ListedChat[]> {
  const chatIds = places.map(({ chatId }) => chatId)
  const rows = await db
    .selectFrom(sql<{ chatId: ChatId }>`unnest(${chatIds}::uuid[])`.as<'page'>(sql`page (chat_id)`))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('chats')
          .selectAll()
          .where('tenantId', '=', tenantId)
          .whereRef('chats.chatId', '=', 'page.chatId')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(CHAT)
    .select(hasUnread)
    .execute()
  const chats = new Map(rows.map((row) => [row.chatId, row]))
  const hitIds = chatIds.map((chatId) => found?.get(chatId)).filter((id) => typeof id === 'string')
  const hits = await hitsByIds(db, tenantId, hitIds)
  return chatIds.flatMap((chatId): ListedChat[] => {
    const chat = chats.get(chatId)
    const messageId = found?.get(chatId)
    return chat ? [{ ...chat, hit: (messageId && hits.get(messageId)) ?? null }] : []
  })
}
