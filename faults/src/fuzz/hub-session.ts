import { Buffer } from 'node:buffer'
import { REALTIME } from '@partyline/contract'
import { BOTH_ENCODINGS_PATH } from '../world/both-encodings-hub.ts'
import type { Random } from '../plan/random.ts'
import { handshake, hubMessage } from './hub-messages.ts'
import type { HubEncoding } from './hub-messages.ts'

/** `answered`: the hub sent more than its reply to the handshake. `refused`: it did not open a connection. */
export type HubOutcome = { readonly encoding: HubEncoding; readonly end: 'answered' | 'closed' | 'refused' | 'hang' }
type End = HubOutcome['end']

const MAX_MESSAGES = 8
const HANDSHAKE_REPLY = '{}\u001E'
/** Timeout for answers to the messages. */
const ANSWER_TIMEOUT_MS = 50
/** Resolves when the server closes the connection, or all messages are sent. */
const LIFETIME_MS = 60_000

/**
 * Opens a connection, sends hostile messages in JSON or MessagePack, and closes it. The app's hub refuses MessagePack; the
 * other one accepts both.
 */
export async function hubSession(random: Random, url: string, token: string | null): Promise<HubOutcome> {
  const encoding = random.chance(50) ? 'json' : 'messagepack'
  const path = random.chance(50) ? REALTIME.hubPath : BOTH_ENCODINGS_PATH
  const messages = Array.from({ length: random.between(1, MAX_MESSAGES) }, () => hubMessage(random, encoding))
  const address = `${url}${path}?${new URLSearchParams({ access_token: token ?? '' }).toString()}`
  const chunks = [Buffer.from(handshake(random, encoding)), ...messages]
  const isPolled = random.chance(20)
  const deadline = AbortSignal.timeout(LIFETIME_MS)
  const run = isPolled ? overLongPolling : overWebSocket
  return { encoding, end: await run(address, chunks, deadline) }
}

async function overWebSocket(address: string, chunks: readonly Buffer[], deadline: AbortSignal): Promise<End> {
  const socket = new WebSocket(address.replace('http', 'ws'))
  const { promise, resolve } = Promise.withResolvers<End>()
  let isOpen = false
  let received = ''
  socket.binaryType = 'arraybuffer'
  deadline.addEventListener('abort', () => resolve('hang'))
  socket.addEventListener('close', () => resolve(isAnswered(received) ? 'answered' : isOpen ? 'closed' : 'refused'))
  socket.addEventListener('message', (event) => {
    const data = event.data as string | ArrayBuffer
    received += typeof data === 'string' ? data : Buffer.from(data).toString('latin1')
  })
  socket.addEventListener('open', () => {
    isOpen = true
    for (const chunk of chunks) socket.send(chunk)
    setTimeout(() => socket.close(), ANSWER_TIMEOUT_MS)
  })
  return promise
}

/** The handshake response may be in one chunk with later messages. */
function isAnswered(received: string): boolean {
  return received.startsWith(HANDSHAKE_REPLY) && received.length > HANDSHAKE_REPLY.length
}

/** Sends the messages in one body, like clients that waited for a response. */
async function overLongPolling(address: string, chunks: readonly Buffer[], signal: AbortSignal): Promise<End> {
  try {
    const negotiated = await fetch(address.replace('?', '/negotiate?negotiateVersion=1&'), { method: 'POST', signal })
    if (!negotiated.ok) return 'refused'
    const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
    const connection = `${address}&id=${connectionToken}`
    await (await fetch(connection, { signal })).arrayBuffer()
    const [first, ...rest] = chunks
    for (const body of [first, Buffer.concat(rest)]) {
      await (await fetch(connection, { method: 'POST', body: new Uint8Array(body ?? []), signal })).arrayBuffer()
    }
    await (await fetch(connection, { method: 'DELETE', signal })).arrayBuffer()
    return 'closed'
  } catch {
    return signal.aborted ? 'hang' : 'closed'
  }
}
