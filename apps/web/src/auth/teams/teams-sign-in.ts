import type { reportFailure } from '../../platform/beacon.ts'
import type { TeamsHost } from '../../platform/teams.ts'
import type { SignIn, SignInResult } from '../session/sign-in.ts'
import { REFUSAL_CODES, refusalOf } from './teams-refusal.ts'
import type { TeamsRefusal } from './teams-refusal.ts'

/** Sign-in inside Teams. */
export type TeamsSignIn = {
  /** Signs in with the host's token. If there is none, the person has to click. */
  silently: (callbackUrl: string) => Promise<SignInResult | { refusal: TeamsRefusal }>
  /** Signs in with a popup, on a click. Null if it was closed. */
  inPopup: (callbackUrl: string) => Promise<SignInResult | null>
}

/** Our page in the popup. */
export const TEAMS_WINDOW_PATH = '/auth/teams'

type Parts = {
  host: TeamsHost | null
  signIn: Pick<SignIn, 'signInWithTeams'>
  origin: string
  report: typeof reportFailure
}

export function createTeamsSignIn({ host, signIn, origin, report }: Parts): TeamsSignIn {
  function windowOf({ loginHint }: TeamsHost): string {
    const query = loginHint ? `?${new URLSearchParams({ login_hint: loginHint }).toString()}` : ''
    return origin + TEAMS_WINDOW_PATH + query
  }

  return {
    async silently(callbackUrl) {
      if (!host) return { refusal: 'other' }
      let token: string
      try {
        token = await host.token()
      } catch (error) {
        const refusal = refusalOf(error)
        report({ code: REFUSAL_CODES[refusal], url: TEAMS_WINDOW_PATH, message: '' })
        return { refusal }
      }
      return signIn.signInWithTeams({ token }, { callbackUrl })
    },
    async inPopup(callbackUrl) {
      const code = host && (await host.openPopup(windowOf(host)).catch(() => null))
      return code === null ? null : signIn.signInWithTeams({ code }, { callbackUrl })
    },
  }
}
