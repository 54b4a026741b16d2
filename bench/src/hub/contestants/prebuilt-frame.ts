import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { RECORD } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'
import { buildFrame } from './frame.ts'

/** The yardstick: a bare loop over the sockets of a WebSocket server that, like ours, can also read. */
export const startPrebuiltFrame: StartBroadcaster = (http) => {
  const server = new WebSocketServer({ noServer: true })
  const sockets: Duplex[] = []
  const frame = buildFrame(RECORD)
  http.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    server.handleUpgrade(request, socket, head, () => sockets.push(socket))
  })
  return () => {
    for (const socket of sockets) socket.write(frame)
  }
}
