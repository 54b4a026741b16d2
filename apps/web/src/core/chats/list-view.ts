import type { CallBody, ChatListMode, ChatState, NumberId } from '@partyline/contract'
import { isSearch } from '../../platform/query-keys.ts'
import type { ChatListQuery, ListFilter } from '../../platform/query-keys.ts'
import type { ListOrder } from './list-order.ts'

/** The mode and the filters that a person has chosen for the list. */
export type ListView = { mode: ChatListMode; filters: readonly ListFilter[]; line: NumberId | null }

/** In the order of the menu. */
export const LIST_FILTERS: readonly ListFilter[] = [
  'unread',
  'unclaimed',
  'unassigned',
  'assignedToMe',
  'attention',
  'scheduled',
  'done',
  'snoozed',
]
/** No chat could match both. */
const ALTERNATIVES: Partial<Record<ListFilter, readonly ListFilter[]>> = {
  unread: ['unclaimed'],
  unclaimed: ['unread', 'assignedToMe'],
  unassigned: ['assignedToMe'],
  assignedToMe: ['unassigned', 'unclaimed'],
  done: ['snoozed'],
  snoozed: ['done'],
}
/** They are about the team's chats, and switch to all of them. */
const OF_TEAM: readonly ListFilter[] = ['unassigned', 'attention']
const NEWEST_FIRST: readonly ListFilter[] = ['unread', 'unassigned', 'assignedToMe', 'attention', 'scheduled']

export const DEFAULT_VIEW: ListView = { mode: 'my', filters: [], line: null }

export const isFiltered = ({ filters, line }: ListView) => filters.length > 0 || line !== null

export const withoutFilters = ({ mode }: ListView): ListView => ({ ...DEFAULT_VIEW, mode })

export function toggleFilter(view: ListView, filter: ListFilter): ListView {
  if (view.filters.includes(filter)) return { ...view, filters: view.filters.filter((one) => one !== filter) }
  const isKept = (one: ListFilter) =>
    one === filter || (view.filters.includes(one) && !ALTERNATIVES[filter]?.includes(one))
  return { ...view, filters: LIST_FILTERS.filter(isKept), ...(OF_TEAM.includes(filter) && { mode: 'all' }) }
}

/** The query of a view without a search. */
export function listQueryOf({ mode, filters, line }: ListView): ChatListQuery {
  const others = filters.filter((filter) => filter !== 'unclaimed')
  return {
    // No one is in an unclaimed chat, so that no mode narrows them down.
    mode: filters.includes('unclaimed') ? 'unclaimed' : mode,
    term: '',
    ...(others.length > 0 && { listFilters: others }),
    ...(line !== null && { line }),
  }
}

export function listOrderOf({ mode, listFilters = [] }: ChatListQuery): ListOrder {
  const isNewestFirst = mode === 'unclaimed' || listFilters.some((filter) => NEWEST_FIRST.includes(filter))
  return isNewestFirst ? 'newestFirst' : 'unreadFirst'
}

/** The state of a list's chats; null for all states. */
export function listedState(filters: readonly Exclude<ListFilter, 'unclaimed'>[] = []): ChatState | null {
  if (filters.includes('done')) return 'done'
  if (filters.includes('snoozed')) return 'snoozed'
  return filters.includes('scheduled') ? null : 'open'
}

/** The server's query for a view. A search finds chats in every state. */
export function searchBodyOf(query: ChatListQuery) {
  const { mode, term, searchIn, searchFilters, listFilters = [], line } = query
  const has = (filter: (typeof listFilters)[number]) => listFilters.includes(filter)
  const state = listedState(listFilters)
  return {
    ...(mode === 'unclaimed' ? { unclaimed: true } : { mode }),
    enabled: true,
    ...(isSearch(query) ? { ...searchFilters, term, searchIn } : state && { state }),
    ...(has('unread') && { unread: true }),
    ...(has('attention') && { attention: true }),
    ...(has('scheduled') && { scheduled: true }),
    ...(has('unassigned') && { assigned: 'none' }),
    ...(has('assignedToMe') && { assigned: 'me' }),
    ...(line && { numberId: line }),
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
