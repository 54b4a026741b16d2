import type { ServerResponse } from 'node:http'
import type { Connection } from './connection.ts'
import type { Transport } from './transport.ts'

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache,no-store',
  Pragma: 'no-cache',
  // Keeps compressing proxies and middleware from buffering the stream.
  'Content-Encoding': 'identity',
  // Disables nginx's response buffer.
  'X-Accel-Buffering': 'no',
}

/** Sends over one endless response. The client sends in POST requests. */
export function createServerSentEventsTransport(
  connection: Connection,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Transport {
  response.writeHead(200, { ...headers, ...HEADERS })
  // Clients start once they see the headers, which Node holds back until the first byte.
  response.write(':\r\n')
  response.on('close', () => connection.transportEnded())
  response.on('drain', () => connection.drained())

  return {
    name: 'ServerSentEvents',
    get writable() {
      return !response.writableEnded && !response.writableNeedDrain
    },
    get blocked() {
      return response.writableNeedDrain
    },
    write: ({ payload }) => void response.write(eventOf(payload)),
    end: () => void response.end(),
    destroy: () => void response.destroy(),
    // Input arrives in POST requests, which are not answered while the connection is paused.
    pause: () => undefined,
    resume: () => undefined,
    tick: () => undefined,
  }
}

/** One event. A line break in the payload starts another data line, which the client joins again. */
function eventOf(payload: Buffer): string {
  const lines = payload.toString('utf8').split(/\r\n|\r|\n/)
  return `${lines.map((line) => `data: ${line}`).join('\r\n')}\r\n\r\n`
}
