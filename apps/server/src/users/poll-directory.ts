import type { TenantId, UserId } from '@partyline/contract'
import { DirectoryFailure, MAX_ACCOUNTS } from '../microsoft/index.ts'
import type { DirectoryAccount, Graph } from '../microsoft/index.ts'
import type { Database } from '../platform/index.ts'
import { findDirectoryStates } from './users-store.ts'
import type { Departures } from './departures-service.ts'

/** Beyond this, reading the tenant's users is faster than reading changes. */
const MAX_PAGES = 100
/** A departure of more people than this, or a fifth of all users, must be confirmed by a second read. */
const MAX_LEAVING = 10
const MAX_LEAVING_SHARE = 1 / 5

type Parts = {
  database: Database
  graph: Pick<Graph, 'accounts' | 'accountChanges' | 'hasAccounts'>
  departures: Departures
}

/** `link` is where the next poll continues. `consentMissing`: the app may not read the directory. */
export type PollResult = { state: 'complete'; link: string } | { state: 'consentMissing' }

type Poll = {
  tenantId: TenantId
  link: string | null
  signal: AbortSignal
  /** Throws if this process may no longer continue. */
  extendLease: () => Promise<void>
}

type States = ReadonlyMap<UserId, boolean>
type Changes = { accounts: DirectoryAccount[]; link: string }

/** One poll: applies a directory's changes since the last one to its users. If it fails, no one changes. */
export function createPollDirectory({ database, graph, departures }: Parts) {
  /** Null if the link is too old, or too much has changed. */
  async function readChanges({ tenantId, signal, extendLease }: Poll, start: string): Promise<Changes | null> {
    const accounts = new Map<UserId, DirectoryAccount>()
    let link = start
    try {
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        await extendLease()
        const page = requireConsent(await graph.accountChanges({ tenantId, link, signal }))
        for (const account of page.changed) accounts.set(account.userId, account)
        link = page.link
        if (page.isLastPage) return { accounts: [...accounts.values()], link }
      }
      return null
    } catch (error) {
      if (error instanceof DirectoryFailure && error.isTrackingLost) return null
      throw error
    }
  }

  /** The accounts of all users. */
  async function readAll({ tenantId, signal, extendLease }: Poll, users: States): Promise<DirectoryAccount[]> {
    const userIds = [...users.keys()]
    const known = new Map<UserId, boolean>()
    for (let at = 0; at < userIds.length; at += MAX_ACCOUNTS) {
      await extendLease()
      const asked = userIds.slice(at, at + MAX_ACCOUNTS)
      const found = requireConsent(await graph.accounts({ tenantId, userIds: asked, signal }))
      for (const { userId, canSignIn } of found) known.set(userId, canSignIn)
    }
    if (known.size === 0 && !requireConsent(await graph.hasAccounts({ tenantId, signal }))) {
      throw new DirectoryFailure('Graph answered as if the directory were empty')
    }
    return userIds.map((userId) => ({ userId, canSignIn: known.get(userId) ?? false }))
  }

  async function poll(round: Poll): Promise<string> {
    const { tenantId, signal } = round
    const users = await findDirectoryStates(database.queries, tenantId)
    const changes = round.link === null ? null : await readChanges(round, round.link)
    // Get the link before the read, so that no later change is missed.
    const link = changes?.link ?? requireConsent(await graph.accountChanges({ tenantId, link: null, signal })).link
    let accounts = changes?.accounts ?? (await readAll(round, users))
    if (isMassDeparture(accounts, users)) accounts = await readAll(round, users)
    await departures.follow(tenantId, accounts, round.extendLease)
    return link
  }

  return async function pollDirectory(round: Poll): Promise<PollResult> {
    try {
      return { state: 'complete', link: await poll(round) }
    } catch (error) {
      if (error instanceof ConsentMissing) return { state: 'consentMissing' }
      throw error
    }
  }
}

function isMassDeparture(accounts: readonly DirectoryAccount[], users: States): boolean {
  const present = [...users.values()].filter((hasLeft) => !hasLeft).length
  const leaving = accounts.filter(({ userId, canSignIn }) => !canSignIn && users.get(userId) === false).length
  return leaving > 0 && (leaving > MAX_LEAVING || leaving >= present * MAX_LEAVING_SHARE)
}

class ConsentMissing extends Error {}

function requireConsent<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new ConsentMissing()
  return answer
}
