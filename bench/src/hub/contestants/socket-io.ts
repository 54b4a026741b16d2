import { Server } from 'socket.io'
import { EVENT, TARGET } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'

/** Longer than any run, in ms: no heartbeat falls into a measurement, as with the others. */
const NO_HEARTBEAT = 3_600_000

export const startSocketIo: StartBroadcaster = (http) => {
  const server = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: NO_HEARTBEAT })
  return () => void server.emit(TARGET, EVENT)
}
