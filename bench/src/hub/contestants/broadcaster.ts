import type { Server } from 'node:http'

/** Attaches a WebSocket server to an HTTP server. The returned function sends the message to every connection. */
export type StartBroadcaster = (http: Server) => () => void

export type ContestantName = 'hub' | 'prebuilt-frame' | 'bare-sockets' | 'ws' | 'socket.io'
