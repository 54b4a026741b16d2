import type { TeamsHost } from '../../platform/teams.ts'
import type { SignIn, SignInResult } from '../session/sign-in.ts'

/** How a person comes in inside Teams. */
export type TeamsSignIn = {
  /** Without a word, with the token of the host. Null where the host gives none: the person has to be asked. */
  silently: (callbackUrl: string) => Promise<SignInResult | null>
  /** In a window beside, on a click. Null where it was closed. */
  beside: (callbackUrl: string) => Promise<SignInResult | null>
}

/** The page of ours that the window beside shows. */
export const TEAMS_WINDOW_PATH = '/auth/teams'

type Parts = { host: TeamsHost | null; signIn: Pick<SignIn, 'signInWithTeams'>; origin: string }

export function createTeamsSignIn({ host, signIn, origin }: Parts): TeamsSignIn {
  /** What the host gives; null where there is no host, or where it refuses. */
  async function given(ask: (host: TeamsHost) => Promise<string>): Promise<string | null> {
    return host && ask(host).catch(() => null)
  }

  return {
    async silently(callbackUrl) {
      const token = await given((teams) => teams.token())
      return token === null ? null : signIn.signInWithTeams({ token }, { callbackUrl })
    },
    async beside(callbackUrl) {
      const code = await given((teams) => teams.openBeside(origin + TEAMS_WINDOW_PATH))
      return code === null ? null : signIn.signInWithTeams({ code }, { callbackUrl })
    },
  }
}
