import { randomUUID } from 'node:crypto'
import type { Backplane } from '../backplanes/backplane.ts'
import { createRecord } from '../connections/record.ts'
import type { HubProtocol } from '../protocols/hub-protocol.ts'
import type { Clock } from '../server/clock.ts'
import type { Logger } from '../server/logger.ts'
import type { Audience } from './audience.ts'
import type { EncodedMessage } from './encoded-message.ts'

/** Connections of a user, or with a tag, or both. */
export type ConnectionChoice =
  | { readonly userId: string; readonly tag?: string }
  | { readonly userId?: undefined; readonly tag: string }

/** What one process asks of the others. */
export type RelayCommand =
  | { readonly kind: 'send'; readonly audience: Audience; readonly records: EncodedRecords }
  | { readonly kind: 'group'; readonly action: 'add' | 'remove'; readonly connectionId: string; readonly group: string }
  | { readonly kind: 'close'; readonly which: ConnectionChoice }
  | {
      readonly kind: 'invoke'
      readonly requestId: string
      readonly connectionId: string
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'answer'; readonly requestId: string; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly requestId: string; readonly error: string }
  /** Messages of this process did not reach the others. */
  | { readonly kind: 'missed' }

/** A message in every protocol of the hub, by name: text as it is, bytes in base64. */
export type EncodedRecords = Readonly<Record<string, string>>

/** The hub's line to its twins in other processes. */
export type HubRelay = {
  /**
   * Does not fail with the backplane: this process works on, the loss is logged, and once it is over the others are told
   * that they missed something. What closes connections is kept until then.
   * @throws TypeError when the command is no JSON
   */
  publish(command: RelayCommand): Promise<void>
  /** Resolves once messages from other processes arrive, or will not any more because the relay was closed. */
  readonly joined: Promise<void>
  close(): Promise<void>
}

type Options = {
  readonly path: string
  readonly backplane: Backplane
  readonly clock: Clock
  readonly logger: Logger
  readonly receive: (command: RelayCommand) => void
}

/** How often a backplane that failed is tried again, in ms. */
const RETRY_INTERVAL = 500
/** While the backplane is away, the newest closes are kept. */
const MAX_UNSENT_CLOSES = 10_000
const MISSED: RelayCommand = { kind: 'missed' }

export function createHubRelay({ path, backplane, clock, logger, receive }: Options): HubRelay {
  const channel = `signalr-hub:${path}`
  const self = randomUUID()
  const { promise: joined, resolve: endJoining } = Promise.withResolvers<void>()
  let leave: (() => Promise<void>) | undefined
  let joining = false
  let joinFailed = false
  let closed = false
  /** The loss has been logged. */
  let failing = false
  /** Something was not published of which the others do not know yet. */
  let owing = false
  let recovering = false
  const unsentCloses = new Set<string>()

  function keepClose(text: string): void {
    const [oldest] = unsentCloses
    if (oldest !== undefined && unsentCloses.size >= MAX_UNSENT_CLOSES) unsentCloses.delete(oldest)
    unsentCloses.add(text)
  }

  const toText = (command: RelayCommand): string => JSON.stringify({ from: self, command })

  function takeMessage(text: string): void {
    try {
      const { from, command } = JSON.parse(text) as { from: string; command: RelayCommand }
      if (from !== self) receive(command)
    } catch (err) {
      logger.warn({ err, hub: path }, 'A message from the backplane could not be used.')
    }
  }

  async function join(): Promise<void> {
    if (joining || leave || closed) return
    joining = true
    try {
      leave = await backplane.subscribe(channel, takeMessage)
      if (closed) await leave()
      endJoining()
      receive(MISSED)
    } catch (err) {
      if (!joinFailed) logger.error({ err, hub: path }, 'The backplane could not be joined; it is tried again.')
      joinFailed = true
    }
    joining = false
  }

  /** Says what is still to be said, once the backplane takes it again. */
  async function recover(): Promise<void> {
    if (recovering) return
    recovering = true
    owing = false
    try {
      for (const text of unsentCloses) {
        await backplane.publish(channel, text)
        unsentCloses.delete(text)
      }
      await backplane.publish(channel, toText(MISSED))
      failing = owing
    } catch {
      owing = true
    }
    recovering = false
  }

  const stopRetrying = clock.every(RETRY_INTERVAL, () => {
    void join()
    if (owing) void recover()
  })
  void join()
  return {
    joined,
    async publish(command) {
      const text = toText(command)
      try {
        await backplane.publish(channel, text)
        if (owing) void recover()
      } catch (err) {
        if (!failing) logger.warn({ err, hub: path }, 'The backplane does not answer: other processes miss messages.')
        failing = true
        owing = true
        if (command.kind === 'close') keepClose(text)
      }
    },
    async close() {
      closed = true
      stopRetrying()
      endJoining()
      await leave?.()
    },
  }
}

/** Gives a message in every protocol, because the others do not say which their clients speak. */
export function toRecords(message: EncodedMessage, protocols: readonly HubProtocol[]): EncodedRecords {
  return Object.fromEntries(
    protocols.flatMap((protocol) => {
      const payload = message.recordFor(protocol)?.payload
      return payload ? [[protocol.name, payload.toString(protocol.transferFormat === 'Text' ? 'utf8' : 'base64')]] : []
    }),
  )
}

/** Makes a message of another process ready for many connections of this one. */
export function fromRecords(records: EncodedRecords): EncodedMessage {
  const ready = new Map<HubProtocol, ReturnType<typeof createRecord>>()
  return {
    recordFor(protocol) {
      const known = ready.get(protocol)
      if (known) return known
      const data = records[protocol.name]
      if (data === undefined) return undefined
      const { transferFormat } = protocol
      const record = createRecord(transferFormat === 'Text' ? data : Buffer.from(data, 'base64'), transferFormat)
      ready.set(protocol, record)
      return record
    },
  }
}
