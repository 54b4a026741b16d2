import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A refusal or a short text, the same for requests and for upgrades. */
export type Answer = {
  readonly status: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a request with text. */
export function answerText(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return
  const text = answer.text ?? ''
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** Answers a refused upgrade, for which Node gives no response object. */
export function refuseUpgrade(socket: Duplex, answer: Answer): void {
  if (socket.destroyed) return
  const text = answer.text ?? ''
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

/** Reads a request's body. Returns undefined when it is larger than `maximumSize` bytes. */
export async function readBody(request: IncomingMessage, maximumSize: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not destroy the request: its answer still has to go out on the same socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumSize) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
