import { userId } from '@partyline/contract'
import type { TenantId, UserId } from '@partyline/contract'
import { z } from 'zod'
import type { Clock, Outside } from '../platform/index.ts'
import type { AppAccess } from './app-access.ts'
import { DirectoryFailure } from './directory-failure.ts'

/** Somebody whom a search of the directory found. */
export type FoundPerson = { userId: UserId; name: string; email: string | null }

export type Graph = {
  /**
   * People whose name has words that begin with the term, or whose address begins with it, by name; no guests and no
   * disabled accounts. Null where the directory has not consented.
   * @throws {DirectoryFailure}
   */
  searchPeople(search: {
    tenantId: TenantId
    term: string
    most: number
    signal: AbortSignal
  }): Promise<FoundPerson[] | null>
}

const USERS = 'https://graph.microsoft.com/v1.0/users'
const PAGE_SIZE = 25
/** Guests and disabled accounts may fill pages; a search goes no further than this. */
const MOST_PAGES = 4
const TIMEOUT_MS = 10_000
/** A shorter wait that Graph asks for is waited; a longer one is told to the caller. */
const MOST_PATIENCE_SECONDS = 3
/** Where Graph says that it is busy and not for how long. */
const USUAL_WAIT_SECONDS = 5

const page = z.object({
  value: z.array(
    z.object({
      id: userId,
      displayName: z.string().nullish(),
      mail: z.string().nullish(),
      userPrincipalName: z.string(),
      accountEnabled: z.boolean().nullish(),
      userType: z.string().nullish(),
    }),
  ),
  '@odata.nextLink': z.url().optional(),
})
type Page = z.infer<typeof page>

type Parts = { outside: Outside; appAccess: AppAccess; clock: Clock }

/** The few requests to Microsoft Graph that Partyline makes, with the app's own token. */
export function createGraph({ outside, appAccess, clock }: Parts): Graph {
  /** Until when each tenant leaves Graph alone, in milliseconds. */
  const busyUntil = new Map<TenantId, number>()

  async function wait(seconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = clock.after(seconds * 1_000, resolve)
    const stop = () => {
      cancel()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', stop))
  }

  async function ask(address: string, tenantId: TenantId, { token, signal }: { token: string; signal: AbortSignal }) {
    const left = Math.ceil(((busyUntil.get(tenantId) ?? 0) - clock.now().getTime()) / 1_000)
    if (left > 0) throw busy(left)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      // What $search asks for.
      consistencylevel: 'eventual',
      'x-ms-throttle-priority': 'High',
    }
    const response = await outside.fetch(address, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.status !== 429 && response.status !== 503) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after')) || USUAL_WAIT_SECONDS
    busyUntil.set(tenantId, clock.now().getTime() + seconds * 1_000)
    throw busy(seconds)
  }

  async function pageAt(
    address: string,
    tenantId: TenantId,
    way: { token: string; signal: AbortSignal },
  ): Promise<Page> {
    const response = await ask(address, tenantId, way).catch(async (error: unknown) => {
      const seconds = error instanceof DirectoryFailure ? error.retryAfterSeconds : null
      if (seconds === null || seconds > MOST_PATIENCE_SECONDS) throw error
      await wait(seconds, way.signal)
      return ask(address, tenantId, way)
    })
    if (!response.ok) throw new DirectoryFailure(`Graph answered ${response.status}`)
    const { data } = page.safeParse(await response.json())
    if (!data) throw new DirectoryFailure('Graph answered in a shape that is not known')
    return data
  }

  return {
    async searchPeople({ tenantId, term, most, signal }) {
      const token = await appAccess.tokenFor(tenantId)
      if (token === null) return null
      const found: FoundPerson[] = []
      let address: string | undefined = searchAddress(term)
      for (let pages = 0; address && pages < MOST_PAGES && found.length < most; pages += 1) {
        const { value, '@odata.nextLink': next }: Page = await pageAt(address, tenantId, { token, signal })
        found.push(...value.filter(isMember).map(personOf))
        address = next && new URL(next).origin === new URL(USERS).origin ? next : undefined
      }
      return found.slice(0, most)
    },
  }
}

function busy(retryAfterSeconds: number): DirectoryFailure {
  return new DirectoryFailure('Graph is busy', { retryAfterSeconds })
}

function searchAddress(term: string): string {
  const escaped = term.replaceAll(/["\\]/g, String.raw`\$&`)
  const url = new URL(USERS)
  const clauses = ['displayName', 'mail', 'userPrincipalName'].map((property) => `"${property}:${escaped}"`)
  url.searchParams.set('$search', clauses.join(' OR '))
  url.searchParams.set('$select', 'id,displayName,mail,userPrincipalName,accountEnabled,userType')
  url.searchParams.set('$orderby', 'displayName')
  url.searchParams.set('$count', 'true')
  url.searchParams.set('$top', String(PAGE_SIZE))
  return url.href
}

function isMember({ accountEnabled, userType }: Page['value'][number]): boolean {
  return accountEnabled !== false && userType !== 'Guest'
}

function personOf({ id, displayName, mail, userPrincipalName }: Page['value'][number]): FoundPerson {
  return { userId: id, name: displayName || userPrincipalName, email: mail || null }
}
