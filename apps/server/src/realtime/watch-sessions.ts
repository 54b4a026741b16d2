import type { Hub } from '@partyline/signalr-hub'
import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from '../auth/index.ts'
import type { Clock } from '../platform/index.ts'
import type { HubCaller } from './hub-caller.ts'

/** While the other processes are not heard: within a second a session's end takes effect (decisions 2.1). */
const ALONE_MS = 500
/** While they are, for what one of them could not say. */
const TOGETHER_MS = 5_000

type Parts = {
  hub: Hub<HubCaller>
  sessions: Pick<Sessions, 'whichLive'>
  /** Whether the other processes are heard. */
  isConnected: () => boolean
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * The other processes say which sessions have ended; where they are not heard, the database is asked. Closes the
 * connections of this process whose session lets nobody in, until the returned function is called.
 */
export function watchSessions({ hub, sessions, isConnected, clock, log }: Parts): () => void {
  let cancel = clock.after(ALONE_MS, () => void look())
  let stopped = false
  let lookedAt = clock.now().getTime()
  let failing = false

  async function closeThoseOver() {
    const callers = new Map(hub.connections().map(({ user }) => [user.userId, user.caller]))
    if (callers.size === 0) return
    const live = await sessions.whichLive([...callers.values()])
    hub.closeWhere(({ user }) => callers.has(user.userId) && !live.has(user.caller.sessionId))
  }

  async function lookNow() {
    lookedAt = clock.now().getTime()
    try {
      await closeThoseOver()
      failing = false
    } catch (error) {
      if (!failing) log.error({ err: error }, 'the sessions of connections cannot be looked at')
      failing = true
    }
  }

  async function look() {
    if (!isConnected() || clock.now().getTime() - lookedAt >= TOGETHER_MS) await lookNow()
    if (!stopped) cancel = clock.after(ALONE_MS, () => void look())
  }

  return () => {
    stopped = true
    cancel()
  }
}
