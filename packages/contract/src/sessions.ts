import { defineCalls } from './call.ts'
import { instant, sessionId } from './ids.ts'
import { z } from './z.ts'

/** A place where a person is signed in. */
export const ownSession = z.object({
  id: sessionId,
  /** Browser and system in words, for example `Edge on Windows`; empty where it did not say. */
  device: z.string(),
  startedOn: instant,
  /** When it was last seen, on the day at least. */
  seenOn: instant,
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const sessionCalls = defineCalls({
  'sessions.list': { summary: 'Where the caller is signed in, newest first, at most 100', reply: z.array(ownSession) },
  'sessions.endAll': { summary: 'Signs the caller out everywhere, here too' },
  'sessions.end': { summary: 'Signs the caller out in one place', params: z.object({ sessionId }) },
  'sessions.signInCode': {
    summary: 'A code, good once and for a minute, by which a frame inside Teams starts a session of its own',
    reply: z.object({ code: z.string() }),
    holdsToken: true,
  },
})
