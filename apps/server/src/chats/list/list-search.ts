import type { CallBody } from '@partyline/contract'
import type { Database } from '../../platform/index.ts'
import { readTerm, searchStep, SEARCH_LIMITS } from '../../transcript/index.ts'
import type { SearchLimits } from '../../transcript/index.ts'
import { collectChats } from './found-chats-store.ts'
import { readSearchCursor } from './list-cursor.ts'
import { chatsAt, listChats } from './list-store.ts'
import type { ListPage } from './list-store.ts'
import type { ListQuery } from './list-walks-store.ts'
import { walkForTerm } from './search-walk.ts'

type Search = Omit<ListQuery, 'cursor' | 'found'> &
  Pick<CallBody<'chats.search'>, 'cursor' | 'searchIn'> & { term: string }

export type SearchPage = ListPage & {
  /** Every message after this time has been searched. Null when all have, or while chats of a higher rank are left. */
  searchedBackTo: Date | null
}

type Options = { signal?: AbortSignal; limits?: SearchLimits }

/**
 * A page of the chats that have a term, in the list's order. The chats of a rare term are collected. For a common one
 * the list is walked chat by chat: without a cursor until a chat is found or the end is reached, with one for a bounded
 * number of steps. ADR 11.
 */
export async function searchList(
  database: Database,
  { cursor, term: text, searchIn, ...query }: Search,
  { signal, limits = SEARCH_LIMITS }: Options = {},
): Promise<SearchPage> {
  const { tenantId, enabled } = query
  const { place, inChat } = cursor ? readSearchCursor(cursor) : { place: null, inChat: null }
  const term = await readTerm(database.queries, tenantId, text)
  if (!term) return { chats: [], nextCursor: null, searchedBackTo: null }
  const found = await collectChats(database, { term, enabled, searchIn, max: limits.collectedHits })
  if (found) {
    const page = await searchStep(database, (db) => listChats(db, { ...query, cursor: place, found }))
    return { ...page, searchedBackTo: null }
  }
  const walk = { database, query, term, searchIn, limits, place, inChat, mayEndEmpty: cursor !== undefined, signal }
  const { found: walked, ...rest } = await walkForTerm(walk)
  const places = [...walked.keys()].map((chatId) => ({ chatId }))
  return { chats: await searchStep(database, (db) => chatsAt(db, { ...query, found: walked }, places)), ...rest }
}
