import { clientEvent, PRESENCE, REALTIME } from '@partyline/contract'
import type { Pong, RealtimeEvent, SessionId, TenantId } from '@partyline/contract'
import { createHubServer, HubException } from '@partyline/signalr-hub'
import type { HubContext, HubServer, Traffic, TransportName } from '@partyline/signalr-hub'
import { createRedisBackplane } from '@partyline/signalr-hub/redis'
import type { FastifyBaseLogger } from 'fastify'
import type { Authentication, Sessions, SessionsEnded } from '../auth/index.ts'
import type { Clock, Database, Topic } from '../platform/index.ts'
import { createCallLimit } from './call-limit.ts'
import { tenantGroup } from './hub-caller.ts'
import type { HubCaller } from './hub-caller.ts'
import { personalEvents } from './personal-events.ts'
import { createPresence } from './presence.ts'
import { refetchWhileAway } from './refetch-while-away.ts'
import { createVersionOrder } from './version-order.ts'
import { watchSessions } from './watch-sessions.ts'

type Parts = {
  authenticateToken: Authentication['authenticateToken']
  announcements: Topic<readonly RealtimeEvent[]>
  settled: Database['settled']
  sessions: Pick<Sessions, 'check' | 'suspended' | 'whichLive'>
  sessionsEnded: Topic<SessionsEnded>
  tenantSuspended: Topic<TenantId>
  clock: Clock
  log: FastifyBaseLogger
  /** The origin of the pages that may connect, for a proxy may hide it from us. */
  publicUrl: string
  /** Where other processes of this installation are met; without it this one is alone. */
  redisUrl: string | undefined
}

type HubFigures = Readonly<Traffic> & {
  connections: Record<TransportName, number>
  /** Whether this process reaches the others through Redis; null without Redis. */
  redisUp: boolean | null
}

/** The hub's server, to be mounted and closed by the application. */
export type Realtime = {
  hubs: HubServer
  /** Metrics of this process. */
  figures: () => HubFigures
  /** Resolves when the other processes are connected, or after a short wait. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Longer than what a process remembers of a session, and less than the second within which its end takes effect. */
const ASK_AGAIN_MS = 600
/** Without Redis, a process starts after this time and serves its own clients. */
const MAX_WAIT_FOR_OTHERS_MS = 2_000

/** The hub: sends the events of a tenant to the clients of that tenant, and to no others. */
export function createRealtime(parts: Parts): Realtime {
  const {
    authenticateToken,
    announcements,
    settled,
    sessions,
    sessionsEnded,
    tenantSuspended,
    clock,
    log,
    publicUrl,
    redisUrl,
  } = parts
  const { origin } = new URL(publicUrl)
  const backplane = redisUrl
    ? createRedisBackplane({ url: redisUrl, prefix: `partyline:${origin}:`, logger: log, onRestored: reconnectAll })
    : null
  const server = createHubServer({
    logger: log,
    allowedOrigins: [origin],
    keepAliveInterval: REALTIME.keepAliveMs,
    clientTimeoutInterval: REALTIME.serverTimeoutMs,
    ...(backplane && { backplane }),
  })
  const presence = createPresence()
  const limited = createCallLimit({ clock })

  let isClosed = false
  /** When the last events were sent to each tenant, and when this process began to send them. Milliseconds since 1970. */
  const lastSent = new Map<TenantId, number>()
  const startedOn = clock.now().getTime()
  const quietMs = (tenantId: TenantId) => clock.now().getTime() - (lastSent.get(tenantId) ?? startedOn)

  const hub = server.hub<HubCaller>(REALTIME.hubPath, {
    authenticate: async ({ accessToken }) => {
      const caller = accessToken ? await authenticateToken(accessToken) : null
      // To the hub, a user is a session: see HubCaller.
      return caller && { userId: caller.sessionId, caller }
    },
    onConnected: async (context) => {
      await context.groups.add(tenantGroup(context.user.caller.tenantId))
      // The session may have ended after the request was let in, and before the connection could be found to be closed.
      clock.after(ASK_AGAIN_MS, () => void leaveIfOver(context))
    },
    onDisconnected: presence.leave,
    onMissed: reconnectAll,
    personalize: { [REALTIME.clientMethod]: personalEvents },
    methods: {
      [PRESENCE.serverMethod]: limited(presence.set),
      [REALTIME.pingMethod]: limited(async ({ transport, user }): Promise<Pong> => ({
        transport,
        // Other processes send events, too.
        quietMs: backplane ? null : quietMs(user.caller.tenantId),
      })),
      [REALTIME.serverMethod]: limited(async ({ user }, event) => {
        const { data } = clientEvent.safeParse(event)
        if (!data) throw new HubException('The event is not valid: it needs an area, a kind, and may have a chatId.')
        const { tenantId } = user.caller
        send(tenantId, [{ tenantId, ...data, chatId: data.chatId ?? null, version: null, data: null }])
      }),
    },
  })

  async function leaveIfOver(context: HubContext<HubCaller>) {
    if (isClosed) return
    try {
      if (!(await sessions.check(context.user.caller))) context.abort()
    } catch (error) {
      log.error({ err: error }, 'failed to check the session of a connection')
    }
  }

  /** On every process. */
  async function closeAll(sessionIds: readonly SessionId[] | Promise<SessionId[]>) {
    try {
      await Promise.all((await sessionIds).map((sessionId) => hub.closeUser(sessionId)))
    } catch (error) {
      log.error({ err: error }, 'failed to list the sessions that have ended')
    }
  }

  /** Messages between processes may have been lost while Redis was away: clients reconnect and refetch. */
  function reconnectAll() {
    hub.closeWhere(() => true, { allowReconnect: true })
  }

  function send(tenantId: TenantId, events: readonly RealtimeEvent[]) {
    lastSent.set(tenantId, clock.now().getTime())
    hub.clients
      .group(tenantGroup(tenantId))
      .send(REALTIME.clientMethod, [events])
      .catch((error: unknown) => log.error({ err: error }, 'events were not sent'))
  }

  announcements.subscribe(createVersionOrder({ send: joinTurns(send), settled, clock }))
  sessionsEnded.subscribe(({ sessionIds }) => void closeAll(sessionIds))
  tenantSuspended.subscribe((tenantId) => void closeAll(sessions.suspended(tenantId)))
  const stopWork = [
    // Also where nothing is announced: a session that grows too old ends by itself.
    watchSessions({ hub, sessions, clock, log }),
    ...(backplane ? [refetchWhileAway({ hub, isConnected: () => backplane.isConnected, clock, log })] : []),
  ]
  return {
    hubs: server,
    figures() {
      const connections = { WebSockets: 0, ServerSentEvents: 0, LongPolling: 0 }
      for (const { transport } of hub.connections()) connections[transport] += 1
      return { ...hub.traffic(), connections, redisUp: backplane && backplane.isConnected }
    },
    async ready() {
      const longest = new Promise<void>((resolve) => clock.after(MAX_WAIT_FOR_OTHERS_MS, resolve))
      await Promise.race([server.ready(), longest])
    },
    async close() {
      isClosed = true
      for (const stop of stopWork) stop()
      await server.close()
      await backplane?.close()
    },
  }
}

/** Announcements within one turn of the event loop are sent as one list per tenant, in order. */
function joinTurns(send: (tenantId: TenantId, events: readonly RealtimeEvent[]) => void) {
  let waiting = new Map<TenantId, RealtimeEvent[]>()

  function flush() {
    const lists = waiting
    waiting = new Map()
    for (const [tenantId, events] of lists) send(tenantId, events)
  }

  return (news: readonly RealtimeEvent[]) => {
    if (waiting.size === 0) setImmediate(flush)
    for (const event of news) {
      const events = waiting.get(event.tenantId)
      if (events) events.push(event)
      else waiting.set(event.tenantId, [event])
    }
  }
}
