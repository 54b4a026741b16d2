import { defineCalls } from './call.ts'
import { instant, sessionId } from './ids.ts'
import { z } from './z.ts'

/** One of a person's sign-ins. */
export const ownSession = z.object({
  id: sessionId,
  /** Browser and system, for example `Edge on Windows`; empty if unknown. */
  device: z.string(),
  startedOn: instant,
  /** When it was last used, accurate to the day or better. */
  seenOn: instant,
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const sessionCalls = defineCalls({
  'sessions.list': { summary: 'The caller’s active sessions, newest first, at most 100', reply: z.array(ownSession) },
  'sessions.endAll': { summary: 'Ends all sessions of the caller, including this one' },
  'sessions.end': { summary: 'Ends one session of the caller', params: z.object({ sessionId }) },
  'sessions.signInCode': {
    summary: 'A single-use code, valid for a minute, with which a frame inside Teams starts its own session',
    reply: z.object({ code: z.string() }),
    holdsToken: true,
  },
})
