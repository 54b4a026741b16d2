import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A hand-made WebSocket client, for what a well-behaved client never sends. */
export type RawClient = AsyncDisposable & {
  readonly socket: WebSocket
  /** Sends one text frame. */
  send(text: string): void
  /** The next frame from the server. */
  frame(): Promise<string>
  /** The next record, without its separator; frames may hold several. */
  record(): Promise<unknown>
  readonly closed: Promise<number>
}

const HANDSHAKE = '{"protocol":"json","version":1}\u001e'

/** Connects without negotiate. With `handshake`, the hub is ready when this resolves. */
export async function connectRaw(
  url: string,
  { handshake = true, headers = {} }: { readonly handshake?: boolean; readonly headers?: Record<string, string> } = {},
): Promise<RawClient> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  const frames: string[] = []
  const records: string[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data: Buffer) => {
    frames.push(data.toString())
    wake()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  void closed.then(() => wake())
  await once(socket, 'open')

  async function frame(): Promise<string> {
    while (frames.length === 0) {
      if (socket.readyState === WebSocket.CLOSED) throw new Error('The socket closed without another frame.')
      await new Promise<void>((resolve) => (wake = resolve))
    }
    return frames.shift() ?? ''
  }

  const client: RawClient = {
    socket,
    closed,
    frame,
    send: (text) => socket.send(text),
    async record() {
      while (records.length === 0) records.push(...(await frame()).split('\u001e').filter((text) => text !== ''))
      return JSON.parse(records.shift() ?? '')
    },
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
  if (handshake) {
    client.send(HANDSHAKE)
    await client.record()
  }
  return client
}
