import type { Hub } from '@partyline/signalr-hub'
import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from '../auth/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import type { HubCaller } from './hub-caller.ts'

/** With Redis away, a session that another process has ended is closed here within this time and one query. */
const INTERVAL_MS = 1_000

type Parts = {
  hub: Hub<HubCaller>
  sessions: Pick<Sessions, 'whichLive'>
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * Closes the connections of this process whose session has ended, until the returned function is called. It asks the database,
 * because a session that expires is announced by no one, and a process that has lost Redis cannot announce what it ends.
 */
export function watchSessions({ hub, sessions, clock, log }: Parts): () => void {
  let failing = false

  async function closeEnded() {
    const callers = new Map(hub.connections().map(({ user }) => [user.userId, user.caller]))
    if (callers.size === 0) return
    const live = await sessions.whichLive([...callers.values()])
    hub.closeWhere(({ user }) => callers.has(user.userId) && !live.has(user.caller.sessionId))
  }

  const loop = createLoop({
    clock,
    pauseMs: INTERVAL_MS,
    startsWithPause: true,
    async run() {
      await closeEnded()
      failing = false
    },
    onError(error) {
      if (!failing && !loop.isStopped()) log.error({ err: error }, 'failed to check the sessions of hub connections')
      failing = true
    },
  })
  loop.start()
  return () => void loop.stop()
}
