import type { Session } from '@partyline/contract'
import { RENEWAL, routes } from '@partyline/contract'
import type { TeamsSignIn } from '../teams/teams-sign-in.ts'
import type { SignIn } from './sign-in.ts'

type Parts = {
  signIn: SignIn['signIn']
  /** Null outside Teams. */
  teams: Pick<TeamsSignIn, 'silently'> | null
  origin: string
  visitHidden: (url: string, timeoutMs: number) => Promise<void>
}

/**
 * Asks Microsoft without a word whether the person is still signed in there: inside Teams with the token of the host,
 * elsewhere in a hidden frame, which only some browsers allow. The server renews the session when the way has come back.
 */
export function createRenewSession({ signIn, teams, origin, visitHidden }: Parts) {
  const callbackUrl = origin + routes['auth.renewed'].path
  return async function renewSession({ user }: Session): Promise<void> {
    if (teams) {
      await teams.silently(callbackUrl)
      return
    }
    const result = await signIn('azure-ad', { callbackUrl, loginHint: user.email ?? undefined, prompt: 'none' })
    if ('url' in result) await visitHidden(result.url, RENEWAL.timeoutMs)
  }
}
