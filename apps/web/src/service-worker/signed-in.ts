import type { UserId } from '@partyline/contract'
import { createApi } from '../platform/api.ts'
import type { Api } from '../platform/api.ts'
import { apiBase, loadConfig } from '../platform/config.ts'
import { readSession } from '../platform/read-session.ts'
import type { WorkerScope } from './scope.ts'

type SignedIn = { api: Api; me: UserId }

/** The API as the person of the session's cookie, until the signal aborts. Throws if no one is signed in. */
export async function signedIn({ fetch, origin }: WorkerScope, signal: AbortSignal): Promise<SignedIn> {
  const fetchInTime: typeof fetch = (input, init) => fetch(input, { ...init, signal })
  const [config, session] = await Promise.all([loadConfig(fetchInTime), readSession(fetchInTime)])
  if (session === null) throw new Error('No one is signed in.')
  const { id: me, accessToken } = session.user
  // A new token for each event: it has not expired.
  const tokens = { person: () => me, current: async () => accessToken, renew: async () => null }
  return { api: createApi({ fetch: fetchInTime, base: apiBase(config, origin), tokens }), me }
}

/** The same, if it is this person. */
export async function signedInAs(owner: string, scope: WorkerScope, signal: AbortSignal): Promise<SignedIn> {
  const person = await signedIn(scope, signal)
  if (person.me !== owner) throw new Error('Someone else is signed in.')
  return person
}
