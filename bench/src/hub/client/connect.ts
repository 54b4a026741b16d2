import { connect } from 'node:net'
import type { ContestantName } from '../contestants/broadcaster.ts'
import { DIALECTS } from './dialects.ts'
import { FrameReader } from './frame-reader.ts'
import type { Tally } from './tally.ts'

const READ_BYTES = 262_144
/** Shared by all sockets: each read is counted before the next. */
const READ_BUFFER = Buffer.allocUnsafe(READ_BYTES)
const END_OF_HEAD = '\r\n\r\n'

type Options = {
  readonly contestant: ContestantName
  readonly port: number
  /** Index of the connection in the tally. */
  readonly index: number
  readonly tally: Tally
}

/** Opens a WebSocket on a bare socket, because a real client would cost more than the server. Resolves after the handshake. */
export function connectAndCount({ contestant, port, index, tally }: Options): Promise<void> {
  const { path, greeting, framesBefore } = DIALECTS[contestant]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let head = ''
  let framesToSkip = framesBefore
  let isOpen = false

  const reader = new FrameReader((payloadLength) => {
    if (framesToSkip === 0) {
      tally.addFrame(index, payloadLength)
    } else {
      framesToSkip -= 1
      if (framesToSkip === 0) resolve()
    }
  })

  /** Returns the start of the frames. */
  function readHead(length: number): number {
    const known = head.length
    head += READ_BUFFER.toString('latin1', 0, length)
    const end = head.indexOf(END_OF_HEAD)
    if (end < 0) return length
    if (!head.startsWith('HTTP/1.1 101')) reject(new Error(`${contestant} answered: ${head.slice(0, end)}`))
    isOpen = true
    if (greeting) socket.write(textFrame(greeting))
    if (framesToSkip === 0) resolve()
    return end + END_OF_HEAD.length - known
  }

  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: READ_BUFFER,
      callback(length) {
        const start = isOpen ? 0 : readHead(length)
        reader.read(READ_BUFFER, start, length)
        tally.report()
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error(`${contestant} closed a connection.`)))
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      END_OF_HEAD.slice(2),
    ].join('\r\n'),
  )
  return promise
}

/** A client's frame must have a mask; zeros leave the text unchanged. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
