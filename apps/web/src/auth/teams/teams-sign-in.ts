import type { reportFailure } from '../../platform/beacon.ts'
import type { TeamsHost } from '../../platform/teams.ts'
import type { SignIn, SignInResult } from '../session/sign-in.ts'
import { REFUSAL_CODES, refusalOf } from './teams-refusal.ts'
import type { TeamsRefusal } from './teams-refusal.ts'

/** How a person comes in inside Teams. */
export type TeamsSignIn = {
  /** Without a word, with the token of the host. Where the host gives none, the person has to be asked. */
  silently: (callbackUrl: string) => Promise<SignInResult | { refusal: TeamsRefusal }>
  /** In a window beside, on a click. Null where it was closed. */
  beside: (callbackUrl: string) => Promise<SignInResult | null>
}

/** The page of ours that the window beside shows. */
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
    async beside(callbackUrl) {
      const code = host && (await host.openBeside(windowOf(host)).catch(() => null))
      return code === null ? null : signIn.signInWithTeams({ code }, { callbackUrl })
    },
  }
}
