import { GRAPH_RESOURCE } from '../entra/index.ts'
import { badRequest, GraphError } from './graph-error.ts'
import { knownProperty, selectProperties, type GraphUser } from './graph-user.ts'
import { parseFilter, parseSearch } from './user-conditions.ts'

const USERS_URL = `${GRAPH_RESOURCE}/v1.0/users`
const DEFAULT_PAGE = 100
const MAX_PAGE_SIZE = 999

/** `GET /users`: searches, filters, sorts, and returns one page. */
export function queryUsers(users: GraphUser[], query: URLSearchParams, isEventual: boolean) {
  const search = query.get('$search')
  if (search !== null && !isEventual) {
    throw new GraphError(
      400,
      'Request_UnsupportedQuery',
      "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'",
    )
  }
  const filter = query.get('$filter')
  const searched = search === null ? users : users.filter(parseSearch(search))
  const found = filter === null ? searched : searched.filter(parseFilter(filter))
  const sorted = inOrder(found, query.get('$orderby'))

  const start = startOf(query.get('$skiptoken'))
  const end = start + pageSize(query.get('$top'))
  const select = query.get('$select') ?? undefined
  return {
    '@odata.context': `${GRAPH_RESOURCE}/v1.0/$metadata#users${select ? `(${select})` : ''}`,
    ...(isEventual && query.get('$count') === 'true' ? { '@odata.count': sorted.length } : {}),
    ...(end < sorted.length ? { '@odata.nextLink': nextLink(query, end) } : {}),
    value: sorted.slice(start, end).map((user) => selectProperties(user, select)),
  }
}

function inOrder(users: GraphUser[], orderBy: string | null): GraphUser[] {
  if (orderBy === null) return users
  const [name = '', direction = 'asc'] = orderBy.trim().split(/\s+/)
  if (direction !== 'asc' && direction !== 'desc') throw badRequest(`Syntax error in $orderby '${orderBy}'.`)
  const property = knownProperty(name)
  const sign = direction === 'asc' ? 1 : -1
  return users.toSorted((a, b) => sign * String(a[property] ?? '').localeCompare(String(b[property] ?? '')))
}

function pageSize(top: string | null): number {
  if (top === null) return DEFAULT_PAGE
  const size = Number(top)
  if (Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE) return size
  throw badRequest(`Invalid page size specified: '${top}'. Must be between 1 and ${MAX_PAGE_SIZE} inclusive.`)
}

/** The token is opaque to callers, as Graph's is. */
function startOf(token: string | null): number {
  if (token === null) return 0
  const start = /^from:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (start === undefined) throw badRequest('The skip token is invalid.')
  return Number(start)
}

function nextLink(query: URLSearchParams, start: number): string {
  const next = new URL(USERS_URL)
  for (const [name, value] of query) next.searchParams.set(name, value)
  next.searchParams.set('$skiptoken', Buffer.from(`from:${start}`).toString('base64url'))
  return next.href
}
