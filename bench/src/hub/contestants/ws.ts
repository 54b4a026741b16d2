import { WebSocketServer } from 'ws'
import { RECORD } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'

/** The fastest use of `ws`: the text is encoded once, and compression is off. */
export const startWs: StartBroadcaster = (http) => {
  const server = new WebSocketServer({ server: http })
  const payload = Buffer.from(RECORD)
  return () => {
    for (const socket of server.clients) socket.send(payload, { binary: false })
  }
}
