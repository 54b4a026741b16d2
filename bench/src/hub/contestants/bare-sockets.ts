import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { RECORD } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'
import { buildFrame } from './frame.ts'

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A lower bound for the yardstick: after the upgrade there is only the socket, and input is ignored. */
export const startBareSockets: StartBroadcaster = (http) => {
  const sockets: Duplex[] = []
  const frame = buildFrame(RECORD)
  http.on('upgrade', (request, socket: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('error', () => undefined).resume()
    sockets.push(socket)
  })
  return () => {
    for (const socket of sockets) socket.write(frame)
  }
}
