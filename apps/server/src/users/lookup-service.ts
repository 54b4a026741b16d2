import { DIRECTORY_TEXTS, LOOKUP_MIN_LENGTH, PAGE } from '@partyline/contract'
import type { DirectoryPerson, TenantId, UserId } from '@partyline/contract'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { FoundPerson, Graph } from '../microsoft/index.ts'
import { AppError, invalid } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import { findUserIds, findUsersByTerm } from './users-store.ts'
import type { UserRow } from './users-store.ts'

export type Lookup = {
  /**
   * Up to 20 people of the directory and users that it does not list, by name. None for a term of one character:
   * docs/product.md#looking-people-up `signal` aborts when the caller has disconnected.
   * @throws {AppError} `not-consented`, `directory-failed`, or `too-many-requests` with `retryAfterSeconds`
   */
  people(search: { tenantId: TenantId; term: string; signal: AbortSignal }): Promise<DirectoryPerson[]>
  /**
   * Rejects a person who could not sign in, if the app has consent to read the directory.
   * @throws {AppError} `validation`, or `directory-unavailable`
   */
  requirePerson(tenantId: TenantId, userId: UserId): Promise<void>
}

/** The directory is busy: the error says when to retry. */
export class DirectoryBusy extends AppError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, cause: unknown) {
    const message = 'Microsoft is busy with your organization. Please wait a moment and try again.'
    super('too-many-requests', { message, cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Names don't change while someone types. */
const KEPT_MS = 5 * 60_000
const MAX_KEPT = 1_000

/** A token, a wait that Graph asks for, and a request. */
const CHECK_MS = 20_000

type Parts = { database: Database; graph: Pick<Graph, 'searchPeople' | 'accounts'>; clock: Clock }
type Kept = { people: FoundPerson[]; until: number }

export function createLookup({ database, graph, clock }: Parts): Lookup {
  const kept = new Map<string, Kept>()

  async function inDirectory(tenantId: TenantId, term: string, signal: AbortSignal): Promise<FoundPerson[]> {
    const key = `${tenantId}/${term.toLowerCase()}`
    const known = kept.get(key)
    if (known && clock.now().getTime() < known.until) return known.people
    const people = await graph.searchPeople({ tenantId, term, most: PAGE.lookup, signal }).catch((error: unknown) => {
      throw errorOf(error)
    })
    if (people === null) throw new AppError('not-consented')
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, { people, until: clock.now().getTime() + KEPT_MS })
    return people
  }

  return {
    async requirePerson(tenantId, userId) {
      const accounts = await graph
        .accounts({ tenantId, userIds: [userId], signal: AbortSignal.timeout(CHECK_MS) })
        .catch((cause: unknown) => {
          // A user who was added without being checked might never sign in, and nobody would notice.
          throw new AppError('directory-unavailable', { cause })
        })
      if (accounts === null) return
      const account = accounts.find((one) => one.userId === userId)
      if (!account) throw invalid({ userId: [DIRECTORY_TEXTS.notInDirectory] })
      if (!account.canSignIn) throw invalid({ userId: [DIRECTORY_TEXTS.cannotSignIn] })
    },
    async people({ tenantId, term, signal }) {
      if (term.length < LOOKUP_MIN_LENGTH) return []
      const found = await inDirectory(tenantId, term, signal)
      const [added, users] = await Promise.all([
        findUserIds(
          database.queries,
          tenantId,
          found.map(({ userId }) => userId),
        ),
        findUsersByTerm(database.queries, tenantId, { term, most: PAGE.lookup }),
      ])
      return merged(found, { added: new Set(added), users })
    },
  }
}

function merged(found: FoundPerson[], { added, users }: { added: Set<UserId>; users: UserRow[] }): DirectoryPerson[] {
  const people = new Map<UserId, DirectoryPerson>()
  for (const { userId: id, name, email } of users) people.set(id, { id, name, email, alreadyAdded: true })
  for (const { userId: id, name, email } of found) people.set(id, { id, name, email, alreadyAdded: added.has(id) })
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')).slice(0, PAGE.lookup)
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof DirectoryFailure)) return new AppError('directory-failed', { cause: error })
  const { retryAfterSeconds } = error
  return retryAfterSeconds === null
    ? new AppError('directory-failed', { cause: error })
    : new DirectoryBusy(retryAfterSeconds, error)
}
