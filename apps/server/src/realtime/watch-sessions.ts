import type { Hub } from '@partyline/signalr-hub'
import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from '../auth/index.ts'
import type { Clock } from '../platform/index.ts'
import type { HubCaller } from './hub-caller.ts'

/** An ended session is rejected everywhere within two seconds, also when the process that ended it cannot say so. */
const INTERVAL_MS = 1_000

type Parts = {
  hub: Hub<HubCaller>
  sessions: Pick<Sessions, 'whichLive'>
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * Other processes announce the sessions that they end, but a process that has lost Redis cannot, and the others do not
 * know that. A session that grows too old ends without anybody's doing. So the database is asked. Closes the connections of this process whose session has ended, until the
 * returned function is called.
 */
export function watchSessions({ hub, sessions, clock, log }: Parts): () => void {
  let cancel = clock.after(INTERVAL_MS, () => void look())
  let stopped = false
  let failing = false

  async function closeEnded() {
    const callers = new Map(hub.connections().map(({ user }) => [user.userId, user.caller]))
    if (callers.size === 0) return
    const live = await sessions.whichLive([...callers.values()])
    hub.closeWhere(({ user }) => callers.has(user.userId) && !live.has(user.caller.sessionId))
  }

  async function look() {
    try {
      await closeEnded()
      failing = false
    } catch (error) {
      if (!failing && !stopped) log.error({ err: error }, 'failed to check the sessions of hub connections')
      failing = true
    }
    if (!stopped) cancel = clock.after(INTERVAL_MS, () => void look())
  }

  return () => {
    stopped = true
    cancel()
  }
}
