import type { ServerResponse } from 'node:http'
import type { Connection } from '../connections/connection.ts'
import type { Transport } from '../connections/transport.ts'

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache,no-store',
  Pragma: 'no-cache',
  // Keeps compressing proxies and middleware from collecting the stream.
  'Content-Encoding': 'identity',
  // The same for nginx and its response buffer.
  'X-Accel-Buffering': 'no',
}

/** Carries a connection over one endless response; what the client says comes by POST. */
export function createServerSentEventsTransport(
  connection: Connection,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Transport {
  response.writeHead(200, { ...headers, ...HEADERS })
  // The client has started once it sees the headers, and Node holds them back until the first byte.
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
    // Input comes by POST, whose answers wait while the connection is paused.
    pause: () => undefined,
    resume: () => undefined,
    tick: () => undefined,
  }
}

/** One event; a line break inside the payload begins another data line, and the client puts it back. */
function eventOf(payload: Buffer): string {
  const lines = payload.toString('utf8').split(/\r\n|\r|\n/)
  return `${lines.map((line) => `data: ${line}`).join('\r\n')}\r\n\r\n`
}
