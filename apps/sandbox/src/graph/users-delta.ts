import type { Directory } from '../directories/index.ts'
import { GRAPH_RESOURCE } from '../entra/index.ts'
import { badRequest, cutOff, GraphError } from './graph-error.ts'
import { knownProperty, selectProperties, toGraphUser } from './graph-user.ts'

const DELTA_URL = `${GRAPH_RESOURCE}/v1.0/users/delta`
/** Graph chooses the page size. It is small here, so that every caller gets several pages. */
const PAGE_SIZE = 2
const TOKEN_MS = 7 * 24 * 60 * 60_000
/** Options that delta queries of users do not support. */
const UNSUPPORTED = ['$expand', '$top', '$orderby', '$search', '$count', '$filter']

/** The content of a state token, which is opaque to callers. */
type State = {
  kind: 'skip' | 'delta'
  tenantId: string
  select: string | undefined
  /** Start of the changes to report; null: the whole directory. */
  since: number | null
  /** End of the changes to report, exclusive. */
  until: number
  /** How many people have been reported in this round. */
  offset: number
  resets: number
  issuedAt: number
}

/** `GET /users/delta`: one page of changes since a token, or of everyone without one. */
export function queryUsersDelta(directory: Directory, query: URLSearchParams, now: number) {
  const { select, since, until, offset } = stateOf(directory, query, now)
  const { graphFault } = directory
  if (graphFault === 'cutOff' && offset > 0) throw cutOff()
  const ids = graphFault === 'empty' ? [] : reportedIds(directory, { select, since, until })
  const end = offset + PAGE_SIZE
  const base = { tenantId: directory.tenantId, select, resets: directory.resets, issuedAt: now }
  const link =
    end < ids.length
      ? { '@odata.nextLink': linkOf({ ...base, kind: 'skip', since, until, offset: end }) }
      : { '@odata.deltaLink': linkOf({ ...base, kind: 'delta', since: until, until, offset: 0 }) }
  return {
    '@odata.context': `${GRAPH_RESOURCE}/v1.0/$metadata#users${select ? `(${select})` : ''}`,
    ...link,
    value: ids.slice(offset, end).map((id) => present(directory, id, select)),
  }
}

function stateOf(
  directory: Directory,
  query: URLSearchParams,
  now: number,
): Pick<State, 'select' | 'since' | 'until' | 'offset'> {
  const unsupported = UNSUPPORTED.find((name) => query.has(name))
  if (unsupported) throw badRequest(`The query parameter '${unsupported}' is not supported with delta query.`)
  const select = query.get('$select') ?? undefined
  for (const name of select?.split(',') ?? []) knownProperty(name.trim())
  const until = directory.changes.length
  const [skipToken, deltaToken] = [tokenIn(query, 'skip'), tokenIn(query, 'delta')]
  if (skipToken === null && deltaToken === null) return { select, since: null, until, offset: 0 }
  if (deltaToken === 'latest') return { select, since: until, until, offset: 0 }

  // The token includes the selection of the first request.
  if (select !== undefined) throw badRequest("'$select' is not supported together with a state token.")
  const state = skipToken === null ? read(deltaToken, 'delta') : read(skipToken, 'skip')
  if (state.tenantId !== directory.tenantId) throw badRequest('Badly formed token.')
  if (now - state.issuedAt > TOKEN_MS) {
    throw new GraphError(
      400,
      'syncStateNotFound',
      'The sync state generation is not found. The delta token is expired and data must be synchronized again.',
    )
  }
  if (state.resets !== directory.resets) throw new TrackingReset()
  return state.kind === 'skip' ? state : { ...state, until }
}

/** 410, with the address of the first request in `Location`. */
export class TrackingReset extends GraphError {
  readonly location = `${DELTA_URL}?$deltatoken=`

  constructor() {
    super(410, 'resyncRequired', 'Resync required. Replace any local items with the server’s version.')
  }
}

function reportedIds(directory: Directory, asked: { select: string | undefined; since: number | null; until: number }) {
  const { since } = asked
  const isWhole = since === null || directory.graphFault === 'everyoneRemoved'
  return isWhole ? directory.people.map(({ id }) => id) : changedIds(directory, { ...asked, since })
}

function changedIds(
  { changes }: Directory,
  { select, since, until }: { select: string | undefined; since: number; until: number },
): string[] {
  const tracksAccounts = select === undefined || select.split(',').some((name) => name.trim() === 'accountEnabled')
  const ids = changes.slice(since, until).flatMap(({ personId, state }, index) => {
    const before =
      changes.slice(0, since + index).findLast((change) => change.personId === personId)?.state ?? 'enabled'
    const comesOrGoes = [before, state].some((one) => one === 'deleted' || one === 'purged')
    return comesOrGoes || tracksAccounts ? [personId] : []
  })
  return [...new Set(ids)]
}

/** The person's current state, regardless of the changes in between. */
function present({ people, changes, graphFault }: Directory, id: string, select: string | undefined) {
  const person = people.find((one) => one.id === id)
  if (person && graphFault !== 'everyoneRemoved') return { ...selectProperties(toGraphUser(person), select), id }
  const state = changes.findLast(({ personId }) => personId === id)?.state
  return { id, '@removed': { reason: state === 'purged' ? 'deleted' : 'changed' } }
}

function tokenIn(query: URLSearchParams, kind: State['kind']): string | null {
  return query.get(`$${kind}token`) ?? query.get(`$${kind}Token`)
}

function linkOf(state: State): string {
  const token = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${DELTA_URL}?$${state.kind}token=${token}`
}

function read(token: string | null, kind: State['kind']): State {
  try {
    const state = JSON.parse(Buffer.from(token ?? '', 'base64url').toString()) as State
    if (state.kind === kind) return state
  } catch {
    // Not a token of ours.
  }
  throw badRequest('Badly formed token.')
}
