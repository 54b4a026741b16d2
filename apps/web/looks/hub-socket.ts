import type { Pong, PresenceEntry, RealtimeEvent } from '@partyline/contract'
import { PRESENCE, presenceEntry, REALTIME, realtimeEvent } from '@partyline/contract'

/** The end of a message in SignalR's JSON protocol. */
const END = '\u001e'
const PONG: Pong = { transport: 'WebSockets', quietMs: null }
const [INVOCATION, COMPLETION] = [1, 3]

type Invocation = { type: number; target?: string; invocationId?: string }

/** A WebSocket that is connected to a hub without clients: it shakes hands, and answers each call but pings with nothing. */
class HubSocket extends EventTarget {
  static readonly open = new Set<HubSocket>()
  readyState: number = WebSocket.CONNECTING
  binaryType = 'arraybuffer'
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  onerror: ((event: Event) => void) | null = null

  constructor() {
    super()
    HubSocket.open.add(this)
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN
      this.onopen?.(new Event('open'))
    })
  }

  send(data: string) {
    for (const text of data.split(END).filter(Boolean)) {
      const { type, target, invocationId } = JSON.parse(text) as Invocation
      const answer = target === REALTIME.pingMethod && { result: PONG }
      if (type === undefined) this.receive({})
      else if (type === INVOCATION && invocationId) this.receive({ type: COMPLETION, invocationId, ...answer })
    }
  }

  close() {
    HubSocket.open.delete(this)
    this.readyState = WebSocket.CLOSED
    this.onclose?.(new CloseEvent('close', { wasClean: true }))
  }

  receive(message: object) {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) + END }))
  }
}

/** Replaces the page's WebSocket. */
export function installHubSocket(): void {
  Object.assign(HubSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 })
  window.WebSocket = HubSocket as unknown as typeof WebSocket
}

/** Sends an event to the page as the hub would. */
export function announce(event: RealtimeEvent): void {
  invoke(REALTIME.clientMethod, realtimeEvent.parse(event))
}

/** Tells the page of someone's presence as the hub would. */
export function meet(entry: PresenceEntry): void {
  invoke(PRESENCE.clientMethod, presenceEntry.parse(entry))
}

function invoke(target: string, entry: object) {
  for (const socket of HubSocket.open) socket.receive({ type: INVOCATION, target, arguments: [[entry]] })
}
