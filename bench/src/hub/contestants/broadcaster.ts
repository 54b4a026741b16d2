import type { Server } from 'node:http'

/** Puts a WebSocket server onto an HTTP server. Calling the result sends the message to every connection. */
export type StartBroadcaster = (http: Server) => () => void

export type ContestantName = 'hub' | 'prebuilt-frame' | 'bare-sockets' | 'ws' | 'socket.io'
