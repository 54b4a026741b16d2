import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HubExchange } from './endpoint.ts'

/** A status with an optional text, for requests and upgrades. */
export type Answer = {
  readonly status: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const TOO_MANY_CONNECTIONS: Answer = {
  status: 429,
  text: 'There are too many connections. Close some and try again.',
}
export const GOING_AWAY: Answer = {
  status: 503,
  text: 'The server is shutting down. Try again.',
  headers: { 'Retry-After': '1' },
}
export const NO_CONNECTION: Answer = { status: 404, text: 'No Connection with that ID' }
export const WRONG_USER: Answer = { status: 403, text: 'This connection belongs to another user.' }
export const CONFLICT: Answer = { status: 409 }

/** Answers a request with text. */
export function answerText(response: ServerResponse, answer: Answer): void {
  if (response.headersSent) return
  const text = answer.text ?? ''
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Type': 'text/plain',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** Refuses an upgrade, for which Node provides no response object. */
export function refuseUpgrade(socket: Duplex, answer: Answer): void {
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
  // Leaving the loop must not destroy the request: its response is still to be sent on the same socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumSize) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Answers an authenticated request with text. */
export function reply({ response, headers }: HubExchange, answer: Answer): void {
  answerText(response, { ...answer, headers: { ...headers, ...answer.headers } })
}

/** Answers an authenticated request with JSON. */
export function answerJson({ response, headers }: HubExchange, value: object): void {
  const text = JSON.stringify(value)
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}
