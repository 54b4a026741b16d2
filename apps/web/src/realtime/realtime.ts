import type { Pong, Presence, PresenceEntry, RealtimeEvent } from '@partyline/contract'
import { PRESENCE, REALTIME } from '@partyline/contract'
import type { HubConnection } from '@microsoft/signalr'

/** Section 4 of the specification, in SignalR's own words. */
export type RealtimeState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting'

/** How the connection does, and did since the page was opened. Times are milliseconds since 1970. */
type ConnectionFacts = {
  readonly state: RealtimeState
  /** When it came into this state. */
  readonly since: number
  /** When a connection that stood was lost last; null where none was. */
  readonly lostOn: number | null
}

/** What a ping found: the transport, and the milliseconds until its answer was here. */
export type Ping = Pong & { ms: number }

type Parts = {
  /** Builds a connection that is not started yet; `isRetry` after one that could not be opened. */
  connect: (attempt: { isRetry: boolean }) => Promise<HubConnection>
  onEvents: (events: readonly RealtimeEvent[]) => void
  onPresence: (entries: readonly PresenceEntry[]) => void
  /** Called when a connection stands: since what is shown was asked for, events may have been missed. */
  onConnected: () => void
  /** Called when a connection is lost or cannot be opened: the session may have ended. */
  onLost: () => void
  /** The specification only logs what goes wrong here. */
  log: (error: unknown) => void
  wait: (ms: number) => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
}

export type Realtime = ReturnType<typeof createRealtime>

/**
 * Keeps one hub connection. A lost one is tried again after 0, 2, 10 and 30 seconds, and then left until `wake`: by
 * the person, by the network that comes back, or by the tab that is looked at again. `wake` also ends a wait.
 */
export function createRealtime({ connect, onEvents, onPresence, onConnected, onLost, log, wait, now }: Parts) {
  let facts: ConnectionFacts = { state: 'Disconnected', since: now(), lostOn: null }
  let connection: HubConnection | null = null
  let stopped = true
  /** Which effort to connect counts: those before it end by themselves, and nothing that they say is heard. */
  let effort = 0
  let endWait: () => void = () => undefined
  const listeners = new Set<() => void>()

  function enter(next: RealtimeState) {
    if (facts.state === next) return
    const isLost = facts.state === 'Connected' && next !== 'Disconnecting'
    facts = { state: next, since: now(), lostOn: isLost ? now() : facts.lostOn }
    for (const listener of listeners) listener()
  }

  function connected() {
    enter('Connected')
    onConnected()
  }

  function lost(next: 'Reconnecting' | 'Disconnected') {
    enter(next)
    onLost()
  }

  async function build(isRetry: boolean, own: number): Promise<HubConnection> {
    const built = await connect({ isRetry })
    const whileItCounts = (tell: () => void) => () => {
      if (own === effort) tell()
    }
    built.on(REALTIME.clientMethod, onEvents)
    built.on(PRESENCE.clientMethod, onPresence)
    built.onreconnecting(whileItCounts(() => lost('Reconnecting')))
    built.onreconnected(whileItCounts(connected))
    built.onclose((error) => {
      if (error) log(error)
      whileItCounts(() => lost('Disconnected'))()
    })
    return built
  }

  async function open() {
    effort += 1
    const own = effort
    enter('Connecting')
    for (const delay of REALTIME.reconnectDelaysMs) {
      if (delay > 0) await Promise.race([wait(delay), new Promise<void>((resolve) => (endWait = resolve))])
      if (own !== effort) return
      try {
        const built = await build(delay > 0, own)
        if (own !== effort) return
        connection = built
        await built.start()
        if (own === effort) connected()
        else await built.stop()
        return
      } catch (error) {
        log(error)
        if (own === effort) onLost()
      }
    }
    if (own === effort) enter('Disconnected')
  }

  return {
    async start() {
      stopped = false
      await open()
    },
    /** Tries again at once where the connection was given up, or where the next attempt is waited for. */
    async wake() {
      const { state } = facts
      if (stopped) return
      if (state === 'Connecting') endWait()
      if (state === 'Reconnecting') connection?.stop().catch(log)
      if (state === 'Reconnecting' || state === 'Disconnected') await open()
    },
    async stop() {
      stopped = true
      effort += 1
      const own = effort
      endWait()
      enter('Disconnecting')
      await connection?.stop()
      if (own === effort) enter('Disconnected')
    },
    /** Says what this window shows. Without a connection nobody could hear it: it is said again when there is one. */
    setPresence(presence: Presence) {
      if (facts.state === 'Connected') connection?.send(PRESENCE.serverMethod, presence).catch(log)
    },
    /**
     * Asks the hub for an answer, and measures how long it takes.
     * @throws where there is no connection, or where it is lost meanwhile
     */
    async ping(): Promise<Ping> {
      if (facts.state !== 'Connected' || !connection) throw new Error('There is no connection.')
      const before = now()
      const { transport } = await connection.invoke<Pong>(REALTIME.pingMethod)
      return { transport, ms: now() - before }
    },
    state: () => facts.state,
    /** The same object until something changes. */
    facts: () => facts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
