import type { RealtimeEvent } from '@partyline/contract'
import { createEntra, createTeamsTokens } from '../microsoft/index.ts'
import type { Clock, Config, Database, Outside, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import type { ConsentLinks } from './consent-links.ts'
import { createAuthCookies } from './flow/auth-cookies.ts'
import { createBeginFlow } from './flow/begin-flow.ts'
import { createChecksCookies } from './flow/checks-cookies.ts'
import { createCsrf } from './flow/csrf.ts'
import { createKeyPolicy } from './keys/key-policy.ts'
import { createKeys } from './keys/key-service.ts'
import { ownSessionsRoutes } from './own-sessions-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { createAccessTokens } from './sessions/access-tokens.ts'
import { createAuthentication } from './sessions/authenticate.ts'
import type { Sessions } from './sessions/session-service.ts'
import { createSignInCodes } from './sessions/sign-in-codes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { createSignUp } from './sign-up/sign-up-service.ts'
import type { Subscriptions } from './sign-up/sign-up-service.ts'
import { createTeamsSignIn } from './teams-sign-in.ts'
import { redirectUrisOf } from './redirect-uris.ts'

type Parts = {
  config: Pick<
    Config,
    'PUBLIC_URL' | 'AUTH_SECRET' | 'ENTRA_CLIENT_ID' | 'ENTRA_CLIENT_SECRET' | 'SIGN_UP' | 'ALLOWED_TENANTS'
  >
  outside: Outside
  clock: Clock
  consentLinks: ConsentLinks
  database: Database
  sessions: Sessions
  tenants: Tenants
  users: Users
  subscriptions: Subscriptions
  announcements: Topic<readonly RealtimeEvent[]>
}

/** The calls of /api/auth, which follow next-auth's contract, and the authentication of all other calls. */
export function createAuth(parts: Parts) {
  const { config, outside, clock, consentLinks, database, sessions, tenants, users, subscriptions, announcements } =
    parts
  const publicUrl = config.PUBLIC_URL
  const secret = config.AUTH_SECRET
  const cookies = createAuthCookies({ publicUrl, clock })
  const beginFlow = createBeginFlow({ cookies, csrf: createCsrf({ secret }), publicUrl })
  const accessTokens = createAccessTokens({ secret, clock })
  const entra = createEntra({
    outside,
    clientId: config.ENTRA_CLIENT_ID,
    clientSecret: config.ENTRA_CLIENT_SECRET,
    redirectUri: redirectUrisOf(publicUrl).signIn,
    clock,
  })
  const checksCookies = createChecksCookies({ cookies, secret, clock })
  const signUp = createSignUp({ clock, tenants, users, rules: config, subscriptions, announcements })
  const codes = createSignInCodes({ database, clock })
  const teamsTokens = createTeamsTokens({ outside, clientId: config.ENTRA_CLIENT_ID, clock })
  const signInWithTeams = createTeamsSignIn({ beginFlow, cookies, teamsTokens, codes, signUp, sessions, publicUrl })
  const keys = createKeys({ database, clock, tenants, announcements })
  return {
    ...createAuthentication({ sessions, accessTokens, cookies, keys }),
    keyPolicy: createKeyPolicy({ database }),
    routes: {
      ...keys.routes,
      ...sessionRoutes({ beginFlow, cookies, sessions, accessTokens, publicUrl }),
      ...signInRoutes({ beginFlow, cookies, checksCookies, entra, signUp, sessions, signInWithTeams, publicUrl }),
      ...ownSessionsRoutes({ sessions, codes }),
      ...pageRoutes({ beginFlow, cookies, consentLinks, sessions, publicUrl }),
    },
  }
}
