import { once } from 'node:events'
import { connect } from 'node:net'

const END_OF_HEAD = '\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length

export type HttpConnection = {
  /** Sends a complete request and resolves with the response. One at a time. */
  exchange(request: string): Promise<{ status: number; body: string }>
  close(): void
}

/** A keep-alive connection on a bare socket, because a real client would cost more than the server. */
export async function openHttpConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<{ status: number; body: string }> | null = null

  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const answer = readAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server ended a connection.')))

  return {
    exchange(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Null while the response is incomplete. Every response of the app has a Content-Length. */
function readAnswer(received: Buffer): { status: number; body: string } | null {
  const headEnd = received.indexOf(END_OF_HEAD)
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const bodyStart = headEnd + END_OF_HEAD.length
  if (received.length < bodyStart + length) return null
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
    body: received.toString('utf8', bodyStart, bodyStart + length),
  }
}
