import { conditionsOf, filterOf, isNewestFirst, LIST_FILTERS } from '@partyline/contract'
import type { CallBody, ChatListMode, ListConditions, ListFilter, NumberId } from '@partyline/contract'
import { isSearch } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import type { ListOrder } from './list-order.ts'

/** The mode and the filters that a person has chosen for the list. */
export type ListView = { mode: ChatListMode; filters: readonly ListFilter[]; line: NumberId | null }

export const DEFAULT_VIEW: ListView = { mode: 'my', filters: [], line: null }

export const isFiltered = ({ filters, line }: ListView) => filters.length > 0 || line !== null

export const withoutFilters = ({ mode }: ListView): ListView => ({ ...DEFAULT_VIEW, mode })

export function toggleFilter(view: ListView, filter: ListFilter): ListView {
  if (view.filters.includes(filter)) return { ...view, filters: view.filters.filter((one) => one !== filter) }
  const isKept = (one: ListFilter) => one === filter || (view.filters.includes(one) && !areExclusive(one, filter))
  return { ...view, filters: LIST_FILTERS.filter(isKept), ...(filterOf(filter).ofTeam && { mode: 'all' }) }
}

function areExclusive(one: ListFilter, other: ListFilter): boolean {
  const [first, second] = [filterOf(one), filterOf(other)]
  const isShared = Object.keys(first.conditions).some((condition) => condition in second.conditions)
  return isShared || first.excludes?.includes(other) || second.excludes?.includes(one) || false
}

/** Whether the filters find chats that no member needs to be in, so that no mode narrows them down. */
export const ignoresMode = ({ filters }: ListView) => filters.includes('unclaimed') || filters.includes('mentions')

/** The query of a view without a search. */
export function listQueryOf(view: ListView, endOfToday: string): ChatListQuery {
  const { filters, line } = view
  const mode = ignoresMode(view) ? 'all' : view.mode
  const others = filters.filter((filter) => filter !== 'unclaimed')
  return {
    mode: filters.includes('unclaimed') ? 'unclaimed' : mode,
    term: '',
    ...(others.length > 0 && { listFilters: others }),
    ...(filters.includes('dueToday') && { endOfToday }),
    ...(line !== null && { line }),
  }
}

/** The conditions for the server's search, and for membership in the browser's lists; without the term. */
export function listConditions({ mode, listFilters = [], endOfToday, line }: ChatListQuery): ListConditions {
  return {
    ...conditionsOf(listFilters, endOfToday),
    ...(mode === 'unclaimed' && { unclaimed: true }),
    ...(line && { numberId: line }),
  }
}

export const listOrderOf = (query: ChatListQuery): ListOrder =>
  isNewestFirst(listConditions(query)) ? 'newestFirst' : 'unreadFirst'

/** The server's query for a view. A search finds chats in every state. */
export function searchBodyOf(query: ChatListQuery) {
  const { mode, term, searchIn, searchFilters } = query
  return {
    ...(mode !== 'unclaimed' && { mode }),
    enabled: true,
    ...(isSearch(query) ? { ...searchFilters, term, searchIn } : listConditions(query)),
  } satisfies Partial<CallBody<'chats.search'>>
}

const PARAMETERS = { mode: 'mode', filters: 'filter', line: 'line' } as const

/** The view in an address; null if the address has none. */
export function readListView(parameters: URLSearchParams): ListView | null {
  if (!Object.values(PARAMETERS).some((name) => parameters.has(name))) return null
  const wanted = parameters.get(PARAMETERS.filters)?.split(',') ?? []
  const known = LIST_FILTERS.filter((filter) => wanted.includes(filter))
  const mode = parameters.get(PARAMETERS.mode) === 'all' ? 'all' : 'my'
  const line = parameters.get(PARAMETERS.line) as NumberId | null
  return known.reduce((view, filter) => ({ ...toggleFilter(view, filter), mode }), { ...DEFAULT_VIEW, mode, line })
}

/** The query parameters of a view, beside the others of an address. */
export function writeListView({ mode, filters, line }: ListView, others = new URLSearchParams()): URLSearchParams {
  const parameters = new URLSearchParams(others)
  for (const name of Object.values(PARAMETERS)) parameters.delete(name)
  if (mode !== DEFAULT_VIEW.mode) parameters.set(PARAMETERS.mode, mode)
  if (filters.length > 0) parameters.set(PARAMETERS.filters, filters.join(','))
  if (line !== null) parameters.set(PARAMETERS.line, line)
  return parameters
}
