import { JsonHubProtocol, NullLogger } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HubMessage, type HubProtocol, jsonProtocol, MessageType, ProtocolError } from '../src/index.ts'
import { messagePackProtocol } from '../src/messagepack.ts'

const LARGEST = 1_000_000
/** Excludes negative zero, which JSON lacks, and the key `__proto__`, which MessagePack's decoder refuses. */
const value = fc
  .json()
  .filter((text) => !text.includes('__proto__'))
  .map((text) => withoutNegativeZero(JSON.parse(text)))
const name = fc.string({ unit: 'grapheme', minLength: 1 })
const headers = fc.option(fc.dictionary(fc.string({ minLength: 1 }).filter(isPlainKey), fc.string(), { minKeys: 1 }), {
  nil: undefined,
})
const call = { target: name, arguments: fc.array(value), headers }
const streamIds = fc.option(fc.array(name, { minLength: 1 }), { nil: undefined })
const outcome = fc.oneof(
  fc.record({ kind: fc.constant('void' as const) }),
  fc.record({ kind: fc.constant('result' as const), result: value }),
  fc.record({ kind: fc.constant('error' as const), error: fc.string() }),
)

const message: fc.Arbitrary<HubMessage> = fc
  .oneof(
    fc.record({
      type: fc.constant(MessageType.Invocation),
      ...call,
      invocationId: fc.option(name, { nil: undefined }),
      streamIds,
    }),
    fc.record({ type: fc.constant(MessageType.StreamInvocation), ...call, invocationId: name, streamIds }),
    fc.record({ type: fc.constant(MessageType.StreamItem), invocationId: name, item: value, headers }),
    fc.record({ type: fc.constant(MessageType.Completion), invocationId: name, outcome, headers }),
    fc.record({ type: fc.constant(MessageType.CancelInvocation), invocationId: name, headers }),
    fc.record({ type: fc.constant(MessageType.Ping) }),
    fc.record({
      type: fc.constant(MessageType.Close),
      error: fc.option(fc.string(), { nil: undefined }),
      allowReconnect: fc.boolean(),
    }),
    fc.record({ type: fc.constant(MessageType.Ack), sequenceId: fc.nat() }),
    fc.record({ type: fc.constant(MessageType.Sequence), sequenceId: fc.nat() }),
  )
  .map((made) => withoutUndefined(made) as HubMessage)

function withoutNegativeZero(made: unknown): unknown {
  return JSON.parse(JSON.stringify(made))
}

function isPlainKey(key: string): boolean {
  return key !== '__proto__'
}

function withoutUndefined(source: object): object {
  return Object.fromEntries(Object.entries(source).filter(([, part]) => part !== undefined))
}

function bytesOf(data: string | Uint8Array): Buffer {
  return Buffer.from(data as Uint8Array)
}

/** Splits bytes at arbitrary places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

function readAll(protocol: HubProtocol, chunks: readonly Uint8Array[]): HubMessage[] {
  const reader = protocol.createReader(LARGEST)
  return chunks.flatMap((chunk) => reader.read(chunk)).map((read) => read.message)
}

describe.each([
  ['P8', jsonProtocol, new JsonHubProtocol()],
  ['B1', messagePackProtocol, new MessagePackHubProtocol()],
] as const)('%s: framing', (rule, protocol, official) => {
  test(`${rule}: messages survive encoding and decoding, however the bytes are split`, () => {
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat()), (messages, places) => {
        const bytes = Buffer.concat(messages.map((sent) => bytesOf(protocol.write(sent))))
        expect(readAll(protocol, cut(bytes, places))).toEqual(messages)
      }),
    )
  })

  test(`${rule}: the official client decodes our messages`, () => {
    fc.assert(
      fc.property(fc.array(message.filter(isForClients), { minLength: 1 }), (messages) => {
        const written = messages.map((sent) => protocol.write(sent))
        const whole = Buffer.concat(written.map(bytesOf))
        const input = protocol.transferFormat === 'Text' ? whole.toString() : toArrayBuffer(whole)
        const parsed = official.parseMessages(input as string & ArrayBuffer, NullLogger.instance)
        expect(parsed.map(contentOf)).toEqual(messages.map(toOfficial).map(contentOf))
      }),
    )
  })

  test(`${rule}: we decode the official client's messages`, () => {
    fc.assert(
      fc.property(message.filter(isFromClients), fc.array(fc.nat()), (sent, places) => {
        const bytes = bytesOf(official.writeMessage(toOfficial(sent) as never) as unknown as Uint8Array)
        expect(readAll(protocol, cut(bytes, places))).toEqual([sent])
      }),
    )
  })

  test(`${rule}: any input gives messages or a protocol error`, () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (chunks) => {
        expect(outcomeOf(protocol, chunks)).toBeOneOf([undefined, expect.any(ProtocolError)])
      }),
    )
  })
})

/** The official readers do not support stream invocations and cancellations, which only servers receive. */
function isForClients({ type }: HubMessage): boolean {
  return type !== MessageType.StreamInvocation && type !== MessageType.CancelInvocation
}

/** The official client writes no reason into Close, and treats an empty error as none. */
function isFromClients(sent: HubMessage): boolean {
  const isEmptyError = 'outcome' in sent && sent.outcome.kind === 'error' && sent.outcome.error === ''
  return sent.type !== MessageType.Close && !isEmptyError
}

function toOfficial(sent: HubMessage): object {
  if (sent.type !== MessageType.Completion) return { headers: {}, streamIds: [], ...sent }
  const { outcome: how, ...rest } = sent
  if (how.kind === 'error') return { headers: {}, ...rest, error: how.error }
  return how.kind === 'result' ? { headers: {}, ...rest, result: how.result } : { headers: {}, ...rest }
}

/** The content of a message in the official client's form, without fields that it adds or omits. */
function contentOf(read: object): unknown {
  const { type, target, arguments: args, item, result, error } = read as Record<string, unknown>
  return { type, target, args, item, result, error: error || undefined }
}

function outcomeOf(protocol: HubProtocol, chunks: readonly Uint8Array[]): unknown {
  try {
    readAll(protocol, chunks)
    return undefined
  } catch (error) {
    return error
  }
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

describe('MessagePack', () => {
  test('B2: dates and bytes keep their types', () => {
    const args = [new Date(1_700_000_000_123), new Uint8Array([0, 1, 255])]
    const written = messagePackProtocol.write({ type: MessageType.Invocation, target: 'x', arguments: args })
    expect(readAll(messagePackProtocol, [bytesOf(written)])).toMatchObject([{ arguments: args }])
  })

  test('B3: an invalid message, one that is too long, or a bad length is a protocol error', () => {
    const reader = () => messagePackProtocol.createReader(100)
    expect(() => reader().read(Buffer.from([0x01, 0xc1]))).toThrow('Error reading MessagePack.')
    expect(() => reader().read(Buffer.from([0x01, 0x05]))).toThrow('Expected a MessagePack array.')
    expect(() => reader().read(Buffer.from([0x80, 0x01]))).toThrow('maximum message size of 100B')
    expect(() => reader().read(Buffer.alloc(5, 0xff))).toThrow('The length of a message is not valid.')
    expect(() => reader().read(Buffer.from([0x02, 0x91, 0x01]))).toThrow("Missing required property 'target'.")
    expect(reader().read(Buffer.from([0x02, 0x91, 0x63]))).toEqual([])
  })
})
