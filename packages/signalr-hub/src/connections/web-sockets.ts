import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Limits } from '../platform/limits.ts'
import type { CloseCause, Connection } from './connection.ts'
import type { OutgoingRecord } from './record.ts'
import type { Transport } from './transport.ts'

const NORMAL_CLOSURE = 1000
const INTERNAL_ERROR = 1011

/** `ws` answers an empty close frame with an empty one, which clients see as 1005, an error. */
class HubWebSocket extends WebSocket {
  override close(code: number = NORMAL_CLOSURE, reason?: string | Buffer): void {
    super.close(code, reason)
  }
}

/** Completes WebSocket handshakes. */
export type WebSocketUpgrader = ReturnType<typeof createWebSocketUpgrader>

/** Compression is off: it costs ten times as much as sending. */
export function createWebSocketUpgrader(limits: Limits) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maximumBufferedBytes,
    maxFragments: limits.maximumFragments,
    WebSocket: HubWebSocket,
  })

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, upgraded: (webSocket: WebSocket) => void): void {
      server.handleUpgrade(request, socket, head, upgraded)
    },
  }
}

/** Sends and receives over an upgraded socket. */
export function createWebSocketTransport(connection: Connection, webSocket: WebSocket, socket: Duplex): Transport {
  webSocket.on('message', (data: Buffer) => connection.receive(data))
  webSocket.on('close', (code: number, reason: Buffer) => {
    connection.transportEnded(isClean(code) ? undefined : new Error(`WebSocket closed: ${code} ${reason.toString()}`))
  })
  // ws closes the socket after an error, and then emits 'close'.
  webSocket.on('error', () => undefined)
  socket.on('drain', () => connection.drained())
  return new WebSocketTransport(webSocket, socket)
}

/** A class, because objects with their own getters are slow and large, and there is one per client. */
class WebSocketTransport implements Transport {
  readonly name = 'WebSockets'
  readonly #webSocket: WebSocket
  readonly #socket: Duplex

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket
    this.#socket = socket
  }

  get writable(): boolean {
    return this.#webSocket.readyState === WebSocket.OPEN && !this.#socket.writableNeedDrain
  }

  get blocked(): boolean {
    return this.#socket.writableNeedDrain
  }

  /**
   * Bypasses ws, because the frame is ready and shared with other connections. Without compression, ws writes whole
   * frames synchronously, so its own pong and close frames cannot end up inside one of ours.
   */
  write(record: OutgoingRecord): void {
    this.#socket.write(record.frame)
  }

  end(cause: CloseCause): void {
    this.#webSocket.close(cause === 'normal' ? NORMAL_CLOSURE : INTERNAL_ERROR)
  }

  destroy(): void {
    this.#webSocket.terminate()
  }

  pause(): void {
    this.#webSocket.pause()
  }

  resume(): void {
    this.#webSocket.resume()
  }

  tick(): void {
    // The connection itself checks the deadlines.
  }
}

function isClean(code: number): boolean {
  const GOING_AWAY = 1001
  const NO_STATUS = 1005
  return code === NORMAL_CLOSURE || code === GOING_AWAY || code === NO_STATUS
}
