import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Backplane } from './backplane.ts'
import type { EncodedRecords } from './encoded-message.ts'
import type { Audience } from './hub-clients.ts'

/** Matches connections of a user, with a tag, or both. */
export type ConnectionFilter =
  | { readonly userId: string; readonly tag?: string }
  | { readonly userId?: undefined; readonly tag: string }

/** A command from one process to the others. */
export type RelayCommand =
  | { readonly kind: 'send'; readonly audience: Audience; readonly records: EncodedRecords }
  | { readonly kind: 'group'; readonly action: 'add' | 'remove'; readonly connectionId: string; readonly group: string }
  | { readonly kind: 'close'; readonly which: ConnectionFilter }
  | {
      readonly kind: 'invoke'
      readonly requestId: string
      readonly connectionId: string
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'answer'; readonly requestId: string; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly requestId: string; readonly error: string }
  /** Messages of the sending process were lost. */
  | { readonly kind: 'missed' }

/** Connects the hub to the same hub in other processes. */
export type HubRelay = {
  /**
   * Does not fail if the backplane does: this process keeps working and logs the loss. Once the backplane is back, the
   * others learn that they missed something, and receive the commands that close connections.
   * @throws TypeError if the command cannot be encoded as JSON
   */
  publish(command: RelayCommand): Promise<void>
  /** Resolves once messages from other processes arrive, or when the relay is closed. */
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

/** Retry interval of a failed backplane, in ms. */
const RETRY_INTERVAL = 500
/** Maximum number of closes kept while the backplane is down; older ones are dropped. */
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
  let lossLogged = false
  /** Something was not published, and the other processes do not know it yet. */
  let hasUnreportedLoss = false
  let recovering = false
  const unsentCloses = new Set<string>()

  function rememberClose(text: string): void {
    const [oldest] = unsentCloses
    if (oldest !== undefined && unsentCloses.size >= MAX_UNSENT_CLOSES) unsentCloses.delete(oldest)
    unsentCloses.add(text)
  }

  const toText = (command: RelayCommand): string => JSON.stringify({ from: self, command })

  function handleMessage(text: string): void {
    try {
      const { from, command } = JSON.parse(text) as { from: string; command: RelayCommand }
      if (from !== self) receive(command)
    } catch (err) {
      logger.warn({ err, hub: path }, 'A message from the backplane could not be processed.')
    }
  }

  async function join(): Promise<void> {
    if (joining || leave || closed) return
    joining = true
    try {
      leave = await backplane.subscribe(channel, handleMessage)
      if (closed) await leave()
      endJoining()
      receive(MISSED)
    } catch (err) {
      if (!joinFailed) logger.error({ err, hub: path }, 'Subscribing to the backplane failed; retrying.')
      joinFailed = true
    }
    joining = false
  }

  /** Publishes pending closes, and that messages were missed, once the backplane works again. */
  async function recover(): Promise<void> {
    if (recovering) return
    recovering = true
    hasUnreportedLoss = false
    try {
      for (const text of unsentCloses) {
        await backplane.publish(channel, text)
        unsentCloses.delete(text)
      }
      await backplane.publish(channel, toText(MISSED))
      lossLogged = hasUnreportedLoss
    } catch {
      hasUnreportedLoss = true
    }
    recovering = false
  }

  const stopRetrying = clock.every(RETRY_INTERVAL, () => {
    void join()
    if (hasUnreportedLoss) void recover()
  })
  void join()
  return {
    joined,
    async publish(command) {
      const text = toText(command)
      try {
        await backplane.publish(channel, text)
        if (hasUnreportedLoss) void recover()
      } catch (err) {
        if (!lossLogged)
          logger.warn({ err, hub: path }, 'The backplane does not respond: other processes miss messages.')
        lossLogged = true
        hasUnreportedLoss = true
        if (command.kind === 'close') rememberClose(text)
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
