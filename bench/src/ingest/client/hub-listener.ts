import { once } from 'node:events'
import { REALTIME } from '@partyline/contract'
import { WebSocket } from 'ws'

const RECORD_SEPARATOR = '\u001e'
const HANDSHAKE = `${JSON.stringify({ protocol: 'json', version: 1 })}${RECORD_SEPARATOR}`

export type HubListener = { close(): void }

/** A client of the hub that passes on each frame after the handshake response. */
export async function listenToHub(
  { port, accessToken }: { port: number; accessToken: string },
  onFrame: (text: string) => void,
): Promise<HubListener> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME.hubPath}?access_token=${accessToken}`)
  await once(socket, 'open')
  socket.send(HANDSHAKE)
  await once(socket, 'message')
  socket.on('message', (data: Buffer) => onFrame(data.toString('utf8')))
  const stayAlive = setInterval(() => socket.send(`{"type":6}${RECORD_SEPARATOR}`), REALTIME.keepAliveMs)
  return {
    close() {
      clearInterval(stayAlive)
      socket.terminate()
    },
  }
}
