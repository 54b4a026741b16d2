import type { Session } from '@partyline/contract'
import { RENEWAL, routes } from '@partyline/contract'
import type { TeamsSignIn } from '../teams/teams-sign-in.ts'
import type { SignIn } from './sign-in.ts'

type Parts = {
  signIn: SignIn['signIn']
  /** Null outside Teams. */
  teams: Pick<TeamsSignIn, 'silently'> | null
  origin: string
  loadInHiddenFrame: (url: string, timeoutMs: number) => Promise<void>
}

/**
 * Checks silently with Microsoft whether the person is still signed in there: inside Teams with the host's token, elsewhere
 * in a hidden frame, which only some browsers allow. The server renews the session when Microsoft redirects back.
 */
export function createRenewSession({ signIn, teams, origin, loadInHiddenFrame }: Parts) {
  const callbackUrl = origin + routes['auth.renewed'].path
  return async function renewSession({ user }: Session): Promise<void> {
    if (teams) {
      await teams.silently(callbackUrl)
      return
    }
    const result = await signIn('azure-ad', { callbackUrl, loginHint: user.email ?? undefined, prompt: 'none' })
    if ('url' in result) await loadInHiddenFrame(result.url, RENEWAL.timeoutMs)
  }
}

/** Loads an address in a hidden frame, until it has loaded or timed out. */
export function loadInHiddenFrame(url: string, timeoutMs: number): Promise<void> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = ''
  frame.setAttribute('aria-hidden', 'true')
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  frame.addEventListener('load', () => resolve())
  frame.src = url
  document.body.append(frame)
  return promise.finally(() => {
    clearTimeout(timer)
    frame.remove()
  })
}
