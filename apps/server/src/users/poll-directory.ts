import type { TenantId } from '@partyline/contract'
import { DirectoryFailure, MAX_ACCOUNTS } from '../microsoft/index.ts'
import type { Graph } from '../microsoft/index.ts'
import type { Database } from '../platform/index.ts'
import { listUsers } from './users-store.ts'
import type { Departures } from './departures-service.ts'

/** A round that has more pages goes on at the next turn, so that one directory does not keep the others waiting. */
const MAX_PAGES = 100

type Parts = {
  database: Database
  graph: Pick<Graph, 'accounts' | 'accountChanges'>
  departures: Departures
}

/** `link` is where the next round goes on. `consentMissing`: the app may not read the directory. */
export type PollResult = { state: 'complete' | 'unfinished'; link: string } | { state: 'consentMissing' }

type Round = {
  tenantId: TenantId
  link: string | null
  signal: AbortSignal
  /** Keeps the way so far. Throws if this process may no longer go on. */
  progress: (link: string | null) => Promise<void>
}

/** One round: what has changed in a directory since the last one is applied to its users. */
export function createPollDirectory({ database, graph, departures }: Parts) {
  /** Where no change can have been missed from now on. Null where consent is missing. */
  async function startOver({ tenantId, signal, progress }: Round): Promise<string | null> {
    const start = await graph.accountChanges({ tenantId, link: null, signal })
    if (!start) return null
    const userIds = (await listUsers(database.queries, tenantId)).map((user) => user.userId)
    for (let at = 0; at < userIds.length; at += MAX_ACCOUNTS) {
      const asked = userIds.slice(at, at + MAX_ACCOUNTS)
      await progress(null)
      const found = await graph.accounts({ tenantId, userIds: asked, signal })
      if (!found) return null
      const known = new Map(found.map(({ userId, canSignIn }) => [userId, canSignIn]))
      const states = asked.map((userId) => ({ userId, canSignIn: known.get(userId) ?? false }))
      await departures.follow(tenantId, states)
    }
    return start.link
  }

  async function goOn(round: Round, link: string): Promise<PollResult> {
    const { tenantId, signal, progress } = round
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      await progress(link)
      const page = await graph.accountChanges({ tenantId, link, signal })
      if (!page) return { state: 'consentMissing' }
      await departures.follow(tenantId, page.changed)
      link = page.link
      if (page.isLastPage) return { state: 'complete', link }
    }
    return { state: 'unfinished', link }
  }

  return async function pollDirectory(round: Round): Promise<PollResult> {
    if (round.link !== null) {
      try {
        return await goOn(round, round.link)
      } catch (error) {
        if (!(error instanceof DirectoryFailure && error.isTrackingLost)) throw error
      }
    }
    const link = await startOver(round)
    return link === null ? { state: 'consentMissing' } : { state: 'complete', link }
  }
}
