import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import type { ContestantName } from '../contestants/broadcaster.ts'
import { EVENT, RECORD, TARGET } from '../message.ts'

/** Called for every message that arrived unchanged. */
type OnMessage = () => void

/** A real client in addition to the bare sockets, which verifies every message. Resolves when it is connected. */
export const WITNESSES: Readonly<Record<ContestantName, (port: number, onMessage: OnMessage) => Promise<void>>> = {
  async hub(port, onMessage) {
    const connection = new HubConnectionBuilder()
      .withUrl(`http://127.0.0.1:${port}/hub`, { transport: HttpTransportType.WebSockets })
      .configureLogging(LogLevel.Warning)
      .build()
    connection.on(TARGET, (event: unknown) => {
      if (isDeepStrictEqual(event, EVENT)) onMessage()
    })
    await connection.start()
  },
  'prebuilt-frame': witnessWebSocket,
  'bare-sockets': witnessWebSocket,
  ws: witnessWebSocket,
  async 'socket.io'(port, onMessage) {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false })
    socket.on(TARGET, (event: unknown) => {
      if (isDeepStrictEqual(event, EVENT)) onMessage()
    })
    await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  },
}

async function witnessWebSocket(port: number, onMessage: OnMessage): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  socket.on('message', (data: Buffer) => {
    if (data.toString() === RECORD) onMessage()
  })
  await once(socket, 'open')
}
