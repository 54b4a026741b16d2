import { Server } from 'socket.io'
import { EVENT, TARGET } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'

/** Longer than any run, in ms, so that no heartbeat is sent during a measurement, like with the others. */
const NO_HEARTBEAT = 3_600_000

export const startSocketIo: StartBroadcaster = (http) => {
  const server = new Server(http, { transports: ['websocket'], serveClient: false, pingInterval: NO_HEARTBEAT })
  return () => void server.emit(TARGET, EVENT)
}
