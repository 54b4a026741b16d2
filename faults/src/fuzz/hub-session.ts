import { Buffer } from 'node:buffer'
import { REALTIME } from '@partyline/contract'
import type { Random } from '../plan/random.ts'
import { hostileObject, hostileText, hostileValue } from './hostile-values.ts'

const RECORD_SEPARATOR = '\u001E'
const MAX_MESSAGES = 8
/** The server closes a connection whose message it cannot read, or the session is over after its messages. */
const LIFETIME_MS = 15_000
/** `[1, {}, null, "Ping", []]` in MessagePack, which the fuzzer then changes byte by byte. */
const PING = [0x95, 0x01, 0x80, 0xc0, 0xa4, 0x50, 0x69, 0x6e, 0x67, 0x90]

/** Opens a connection to the hub, sends hostile messages in JSON or MessagePack, and closes it. */
export async function hubSession(random: Random, url: string, token: string | null): Promise<'closed' | 'hang'> {
  const isJson = random.chance(50)
  const query = new URLSearchParams({ access_token: token ?? '' }).toString()
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME.hubPath}?${query}`)
  const { promise: closed, resolve } = Promise.withResolvers<'closed' | 'hang'>()
  const deadline = setTimeout(() => resolve('hang'), LIFETIME_MS)
  socket.addEventListener('close', () => resolve('closed'))
  socket.addEventListener('error', () => resolve('closed'))
  socket.addEventListener('open', () => {
    const handshake = { protocol: isJson ? 'json' : 'messagepack', version: 1 }
    socket.send(`${JSON.stringify(random.chance(90) ? handshake : hostileValue(random))}${RECORD_SEPARATOR}`)
    const count = random.between(1, MAX_MESSAGES)
    for (let sent = 0; sent < count; sent += 1) socket.send(isJson ? jsonMessage(random) : packedMessage(random))
    socket.close()
  })
  const outcome = await closed
  clearTimeout(deadline)
  return outcome
}

function jsonMessage(random: Random): string {
  const message = {
    ...hostileObject(random, ['headers', 'streamIds', 'item', 'error', 'result', 'sequenceId']),
    type: random.chance(80) ? random.between(0, 10) : hostileValue(random),
    target: random.chance(60) ? REALTIME.pingMethod : hostileText(random),
    invocationId: random.chance(60) ? '1' : hostileValue(random),
    arguments: random.chance(60) ? [hostileValue(random)] : hostileValue(random),
  }
  const text = random.chance(10) ? '['.repeat(random.between(10, 6_000)) : JSON.stringify(message)
  return random.chance(90) ? text + RECORD_SEPARATOR : text
}

function packedMessage(random: Random): Buffer {
  const bytes = PING.map((byte) => (random.chance(20) ? random.below(256) : byte))
  const length = random.chance(90) ? bytes.length : random.below(256)
  return Buffer.from([length, ...bytes])
}
