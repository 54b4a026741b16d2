import { Buffer } from 'node:buffer'
import { encode } from '@msgpack/msgpack'
import { PRESENCE, REALTIME } from '@partyline/contract'
import type { Random } from '../plan/random.ts'
import { hostileObject, hostileText, hostileValue } from './hostile-values.ts'

export type HubEncoding = 'json' | 'messagepack'

const RECORD_SEPARATOR = '\u001E'
const MAX_VERSION = 3
/** Methods of the app's hub and of the other one. */
const METHODS = [REALTIME.pingMethod, REALTIME.serverMethod, PRESENCE.serverMethod, 'Echo', 'Fail', 'Upload', 'Count']
const INVOCATION = 1
const STREAM_INVOCATION = 4
/** Malformed messages close the connection, so most must be well-formed. */
const WELL_FORMED_PERCENT = 60
const FIELDS = ['headers', 'streamIds', 'item', 'error', 'result', 'sequenceId', 'allowReconnect']
/** The maximum length of a frame takes a prefix of five bytes. */
const MAX_PREFIX_BYTES = 5

/** Most handshakes succeed, so that most messages are read. */
export function handshake(random: Random, encoding: HubEncoding): string {
  const version = encoding === 'json' ? 1 : 2
  const known = { protocol: encoding, version: random.chance(95) ? version : random.between(0, MAX_VERSION) }
  return `${JSON.stringify(random.chance(90) ? known : hostileValue(random))}${RECORD_SEPARATOR}`
}

/** A hub message in one of the encodings. */
export function hubMessage(random: Random, encoding: HubEncoding): Buffer {
  return encoding === 'json' ? jsonMessage(random) : packedMessage(random)
}

function jsonMessage(random: Random): Buffer {
  if (random.chance(WELL_FORMED_PERCENT)) return Buffer.from(JSON.stringify(call(random)) + RECORD_SEPARATOR)
  const message = { ...hostileObject(random, FIELDS), ...hostileCall(random) }
  const text = random.chance(10) ? '['.repeat(random.between(10, 6_000)) : JSON.stringify(message)
  return Buffer.from(random.chance(90) ? text + RECORD_SEPARATOR : text)
}

function packedMessage(random: Random): Buffer {
  if (random.chance(WELL_FORMED_PERCENT)) {
    const { type, invocationId, target, arguments: args, streamIds } = call(random)
    const content = Buffer.from(encode([type, {}, invocationId, target, args, streamIds]))
    return Buffer.concat([prefixOf(content.length), content])
  }
  const { type, invocationId, target, arguments: args } = hostileCall(random)
  const headers = random.chance(70) ? {} : hostileValue(random)
  const streamIds = random.chance(60) ? [] : hostileValue(random)
  const fields = [type, headers, invocationId, target, args, streamIds]
  const content = Buffer.from(encode(random.chance(80) ? fields : fields.slice(0, random.below(fields.length))))
  const changes = random.chance(30) ? random.between(1, 5) : 0
  for (let change = 0; change < changes; change += 1) {
    content.writeUInt8(random.below(256), random.below(content.length))
  }
  return Buffer.concat([random.chance(95) ? prefixOf(content.length) : hostilePrefix(random), content])
}

/** A call of a method, well-formed except for its arguments; the connection stays open. */
function call(random: Random) {
  const target = random.pick(METHODS)
  return {
    type: target === 'Count' ? STREAM_INVOCATION : INVOCATION,
    invocationId: String(random.below(1_000)),
    target,
    arguments: target === 'Upload' || target === 'Count' ? [] : [hostileValue(random)],
    streamIds: target === 'Upload' ? ['upload'] : [],
  }
}

/** A message of any type, with some invalid fields. */
function hostileCall(random: Random) {
  return {
    type: random.chance(90) ? random.between(0, 10) : hostileValue(random),
    invocationId: random.chance(60) ? String(random.below(3)) : hostileValue(random),
    target: random.chance(80) ? random.pick(METHODS) : hostileText(random),
    arguments: random.chance(70) ? [hostileValue(random)] : hostileValue(random),
  }
}

/** The length prefix of a MessagePack message. */
function prefixOf(length: number): Buffer {
  const bytes: number[] = []
  for (let left = length; left > 0; left >>>= 7) bytes.push((left & 127) | (left > 127 ? 128 : 0))
  return Buffer.from(bytes)
}

function hostilePrefix(random: Random): Buffer {
  return Buffer.from(Array.from({ length: MAX_PREFIX_BYTES }, () => random.below(256)))
}
