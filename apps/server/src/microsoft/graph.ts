import { isBlank, userId } from '@partyline/contract'
import type { TenantId, UserId } from '@partyline/contract'
import { z } from 'zod'
import type { Clock, Outside } from '../platform/index.ts'
import type { AppAccess } from './app-access.ts'
import { GRAPH } from './addresses.ts'
import { DirectoryFailure } from './directory-failure.ts'
import { createGraphRequests } from './graph-requests.ts'

/** A person found in the directory. */
export type FoundPerson = { userId: UserId; name: string; email: string | null }

/** An account of the directory. One that was deleted cannot sign in either. */
export type DirectoryAccount = { userId: UserId; canSignIn: boolean }

type AccountChanges = {
  changed: DirectoryAccount[]
  /** Where to continue: this round's next page, or, at its end, the changes from now on. */
  link: string
  isLastPage: boolean
}

type Asking = { tenantId: TenantId; signal: AbortSignal }

/** Each returns null if the directory has not consented. */
export type Graph = {
  /**
   * People whose name has words that begin with the term, or whose address begins with it, by name; no guests and no
   * disabled accounts.
   * @throws {DirectoryFailure}
   */
  searchPeople(search: Asking & { term: string; most: number }): Promise<FoundPerson[] | null>
  /**
   * These accounts, at most {@link MAX_ACCOUNTS}, without those that the directory does not have.
   * @throws {DirectoryFailure}
   */
  accounts(asked: Asking & { userIds: readonly UserId[] }): Promise<DirectoryAccount[] | null>
  /**
   * Whether the directory lists anyone at all. It always has accounts: if it does not, Graph is failing.
   * @throws {DirectoryFailure}
   */
  hasAccounts(asked: Asking): Promise<boolean | null>
  /**
   * One page of the accounts that were disabled, enabled, deleted or added since the link was given; without one, a link
   * to begin with.
   * @throws {DirectoryFailure} with `isTrackingLost` where the link is too old
   */
  accountChanges(asked: Asking & { link: string | null }): Promise<AccountChanges | null>
}

/** Graph takes no more values in a filter. */
export const MAX_ACCOUNTS = 15

const USERS = `${GRAPH}/v1.0/users`
const DELTA = `${USERS}/delta`
const PAGE_SIZE = 25
/** Guests and disabled accounts may fill pages; a search goes no further than this. */
const MAX_PAGES = 4
/** `$search` needs the first; the second avoids throttling while someone types. */
const SEARCH_HEADERS = { consistencylevel: 'eventual', 'x-ms-throttle-priority': 'High' }

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

/** The app's token goes nowhere else. */
const usersLink = z.url().refine((link) => link.startsWith(USERS))
const deltaLink = usersLink.refine((link) => link.startsWith(`${USERS}/`))
const accountsPage = z.object({
  value: z.array(z.object({ id: userId, accountEnabled: z.boolean().nullish() })),
  '@odata.nextLink': usersLink.optional(),
})
type AccountsPage = z.infer<typeof accountsPage>
const deltaPage = z
  .object({
    value: z.array(
      z.object({ id: userId, accountEnabled: z.boolean().nullish(), '@removed': z.object({}).optional() }),
    ),
    '@odata.nextLink': deltaLink.optional(),
    '@odata.deltaLink': deltaLink.optional(),
  })
  .refine((one) => one['@odata.nextLink'] ?? one['@odata.deltaLink'])

type Parts = { outside: Outside; appAccess: Pick<AppAccess, 'tokenFor'>; clock: Clock }

/** The few requests to Microsoft Graph that Partyline makes, with the app's own token. */
export function createGraph(parts: Parts): Graph {
  const requests = createGraphRequests(parts)
  return {
    async searchPeople({ tenantId, term, most, signal }) {
      const found: FoundPerson[] = []
      let address: string | undefined = searchAddress(term)
      for (let pages = 0; address && pages < MAX_PAGES && found.length < most; pages += 1) {
        const answer: Page | null = await requests.get(address, {
          tenantId,
          answer: page,
          signal,
          headers: SEARCH_HEADERS,
        })
        if (answer === null) return null
        found.push(...answer.value.filter(isMember).map(personOf))
        const next: string | undefined = answer['@odata.nextLink']
        address = next && new URL(next).origin === GRAPH ? next : undefined
      }
      return found.slice(0, most)
    },

    async accounts({ tenantId, userIds, signal }) {
      const url = new URL(USERS)
      url.searchParams.set('$select', 'id,accountEnabled')
      url.searchParams.set('$filter', `id in (${userIds.map((id) => `'${id}'`).join(',')})`)
      const found: DirectoryAccount[] = []
      let address: string | undefined = url.href
      for (let pages = 0; address; pages += 1) {
        if (pages > userIds.length) throw new DirectoryFailure('Graph’s pages do not end')
        const answer: AccountsPage | null = await requests.get(address, { tenantId, answer: accountsPage, signal })
        if (answer === null) return null
        found.push(
          ...answer.value.map(({ id, accountEnabled }) => ({ userId: id, canSignIn: accountEnabled !== false })),
        )
        address = answer['@odata.nextLink']
      }
      return found
    },

    async hasAccounts({ tenantId, signal }) {
      const answer = await requests.get(`${USERS}?$select=id&$top=1`, { tenantId, answer: accountsPage, signal })
      return answer && answer.value.length > 0
    },

    async accountChanges({ tenantId, link, signal }) {
      const address = link ?? `${DELTA}?$select=accountEnabled&$deltatoken=latest`
      const answer = await requests.get(address, { tenantId, answer: deltaPage, signal })
      if (answer === null) return null
      const { value, '@odata.nextLink': next, '@odata.deltaLink': last } = answer
      return {
        changed: value.flatMap(({ id, accountEnabled, '@removed': removed }) => {
          if (removed) return [{ userId: id, canSignIn: false }]
          return typeof accountEnabled === 'boolean' ? [{ userId: id, canSignIn: accountEnabled }] : []
        }),
        link: next ?? last ?? '',
        isLastPage: next === undefined,
      }
    },
  }
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
  return {
    userId: id,
    name: displayName && !isBlank(displayName) ? displayName : userPrincipalName,
    email: mail || null,
  }
}
