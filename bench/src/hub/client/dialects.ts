import type { ContestantName } from '../contestants/broadcaster.ts'

/** The handshake of a client. */
type Dialect = {
  readonly path: string
  /** Sent as soon as the WebSocket is open. */
  readonly greeting?: string
  /** Frames of the server before the first message. */
  readonly framesBefore: number
}

export const DIALECTS: Readonly<Record<ContestantName, Dialect>> = {
  hub: { path: '/hub', greeting: '{"protocol":"json","version":1}\u001e', framesBefore: 1 },
  'prebuilt-frame': { path: '/', framesBefore: 0 },
  'bare-sockets': { path: '/', framesBefore: 0 },
  ws: { path: '/', framesBefore: 0 },
  'socket.io': { path: '/socket.io/?EIO=4&transport=websocket', greeting: '40', framesBefore: 2 },
}
