import { AppError } from '../platform/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { Sessions } from './sessions/session-service.ts'
import type { SignInCodes } from './sessions/sign-in-codes.ts'

type Parts = { sessions: Sessions; codes: SignInCodes }

/** A person's own sessions: list them and end them. */
export function ownSessionsRoutes({ sessions, codes }: Parts) {
  return {
    'sessions.list': async ({ caller }) => {
      const own = await sessions.list(caller)
      return own.map((session) => ({ ...session, current: session.id === caller.sessionId }))
    },
    'sessions.endAll': async ({ caller }) => {
      await sessions.signOutEverywhere(caller)
      return undefined
    },
    'sessions.end': async ({ caller, params }) => {
      await sessions.endOne(caller, params.sessionId)
      return undefined
    },
    'sessions.signInCode': async ({ caller }) => {
      // The session that the code starts lasts no longer than the one that issues it.
      const provedAt = await sessions.provedAt(caller)
      if (!provedAt) throw new AppError('unauthenticated')
      return { code: await codes.issue({ ...caller, provedAt }) }
    },
  } satisfies Partial<Handlers>
}
