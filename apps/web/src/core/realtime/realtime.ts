import type { Pong, Presence, PresenceEntry, RealtimeEvent } from '@partyline/contract'
import { PRESENCE, REALTIME } from '@partyline/contract'
import type { HubConnection } from '@microsoft/signalr'
import { createStore } from '../../platform/store.ts'
import type { Store } from '../../platform/store.ts'

/** SignalR's own connection states. */
export type RealtimeState = 'Disconnected' | 'Connecting' | 'Connected' | 'Disconnecting' | 'Reconnecting'

/** The connection's state since the page was opened. Times are milliseconds since 1970. */
type ConnectionFacts = {
  readonly state: RealtimeState
  /** When it entered this state. */
  readonly since: number
  /** When a connection was last lost; null if none was. */
  readonly lostOn: number | null
}

/** The hub's answer, and the round-trip time in milliseconds. */
export type Ping = Pong & { ms: number }

type Parts = {
  /** Builds a connection without starting it; `isRetry` after one that could not be opened. */
  connect: (attempt: { isRetry: boolean }) => Promise<HubConnection>
  onEvents: (events: readonly RealtimeEvent[]) => void
  onPresence: (entries: readonly PresenceEntry[]) => void
  onConnected: () => void
  /** Called when connected, if events may have been missed since the data on screen was fetched. */
  onMissed: () => void
  /** Called when a connection is lost or can't be opened: the session may have ended. */
  onLost: () => void
  /** Connection failures are only logged. */
  log: (error: unknown) => void
  wait: (ms: number) => Promise<void>
  /** Milliseconds since 1970. */
  now: () => number
  /** When the page was opened: all its data was fetched later. Milliseconds since 1970. */
  openedOn: number
}

export type Realtime = ReturnType<typeof createRealtime>

/**
 * Keeps one hub connection. After a loss it retries after 0, 2, 10, and 30 seconds, and then stays disconnected until
 * `wake` is called: by a click, when the network is back, or when the tab becomes visible. `wake` also ends a delay.
 */
export function createRealtime(parts: Parts) {
  const { connect, onEvents, onPresence, onConnected, onMissed, onLost, log, wait, now, openedOn } = parts
  const facts = createStore<ConnectionFacts>({ state: 'Disconnected', since: now(), lostOn: null })
  let connection: HubConnection | null = null
  let stopped = true
  /** The current attempt to connect. Earlier ones end on their own, and their callbacks are ignored. */
  let attempt = 0
  let endDelay: () => void = () => undefined

  function enter(next: RealtimeState) {
    const { state, lostOn } = facts.current()
    if (state === next) return
    const isLost = state === 'Connected' && next !== 'Disconnecting'
    facts.set({ state: next, since: now(), lostOn: isLost ? now() : lostOn })
  }

  async function connected() {
    const own = attempt
    enter('Connected')
    onConnected()
    if (facts.current().lostOn === null && (await isQuietSinceOpened())) return
    if (own === attempt) onMissed()
  }

  /** Whether everything fetched is current: from now on the hub sends each event, and it has sent none since the page was opened. */
  async function isQuietSinceOpened(): Promise<boolean> {
    const { quietMs } = await ping().catch(() => ({ quietMs: null }))
    return quietMs !== null && quietMs > now() - openedOn
  }

  /**
   * Measures the round-trip time to the hub.
   * @throws if there is no connection, or it is lost before the answer
   */
  async function ping(): Promise<Ping> {
    if (facts.current().state !== 'Connected' || !connection) throw new Error('There is no connection.')
    const before = now()
    const pong = await connection.invoke<Pong>(REALTIME.pingMethod)
    return { ...pong, ms: now() - before }
  }

  function lost(next: 'Reconnecting' | 'Disconnected') {
    enter(next)
    onLost()
  }

  async function build(isRetry: boolean, own: number): Promise<HubConnection> {
    const built = await connect({ isRetry })
    const ifCurrent = (callback: () => void) => () => {
      if (own === attempt) callback()
    }
    built.on(REALTIME.clientMethod, onEvents)
    built.on(PRESENCE.clientMethod, onPresence)
    built.onreconnecting(ifCurrent(() => lost('Reconnecting')))
    built.onreconnected(ifCurrent(() => void connected()))
    built.onclose((error) => {
      if (error) log(error)
      ifCurrent(() => lost('Disconnected'))()
    })
    return built
  }

  async function open() {
    attempt += 1
    const own = attempt
    enter('Connecting')
    for (const delay of REALTIME.reconnectDelaysMs) {
      if (delay > 0) await Promise.race([wait(delay), new Promise<void>((resolve) => (endDelay = resolve))])
      if (own !== attempt) return
      try {
        const built = await build(delay > 0, own)
        if (own !== attempt) return
        connection = built
        await built.start()
        if (own === attempt) await connected()
        else await built.stop()
        return
      } catch (error) {
        // Stopped on purpose, which is not a failure.
        if (own !== attempt) return
        log(error)
        onLost()
      }
    }
    if (own === attempt) enter('Disconnected')
  }

  return {
    async start() {
      stopped = false
      await open()
    },
    /** Retries immediately if the connection was given up, or the next attempt is delayed. */
    async wake() {
      const { state } = facts.current()
      if (stopped) return
      if (state === 'Connecting') endDelay()
      if (state === 'Reconnecting') connection?.stop().catch(log)
      if (state === 'Reconnecting' || state === 'Disconnected') await open()
    },
    async stop() {
      stopped = true
      attempt += 1
      const own = attempt
      endDelay()
      enter('Disconnecting')
      await connection?.stop()
      if (own === attempt) enter('Disconnected')
    },
    /** Announces presence. Without a connection it does nothing: the caller repeats it when connected. */
    setPresence(presence: Presence) {
      if (facts.current().state === 'Connected') connection?.send(PRESENCE.serverMethod, presence).catch(log)
    },
    ping,
    facts: facts as Store<ConnectionFacts>,
  }
}
