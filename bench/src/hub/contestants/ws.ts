import { WebSocketServer } from 'ws'
import { RECORD } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'

/** `ws` at its best: the text is encoded once, and compression is off. */
export const startWs: StartBroadcaster = (http) => {
  const server = new WebSocketServer({ server: http })
  const payload = Buffer.from(RECORD)
  return () => {
    for (const socket of server.clients) socket.send(payload, { binary: false })
  }
}
