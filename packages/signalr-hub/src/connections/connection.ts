import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Logger } from '../platform/logger.ts'
import type { TransferFormat } from '../protocol/hub-protocol.ts'
import type { HubRequest } from './hub-request.ts'
import { BATCH_BYTES, type Flusher, Outbox } from './outbox.ts'
import type { Batcher, OutgoingRecord } from './record.ts'
import type { Transport, TransportName } from './transport.ts'
import type { HubUser } from './user.ts'

/** Shared by all connections of a hub. */
export type ConnectionServices = {
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
  readonly flusher: Flusher
  readonly batcher: Batcher
  /** Whether to close a connection after `expiresAt` of its user. */
  readonly closeWhenExpired: boolean
  /** Removes a connection that has ended. */
  readonly forget: (connection: Connection) => void
}

/** The hub or raw handler of a connection. */
export type Application = {
  /** Receives bytes from the client. */
  receive(chunk: Uint8Array): void
  /** Called once, when the connection has ended. */
  closed(error: Error | undefined): void
  /** Called about once a second while connected. */
  tick(now: number): void
  /** Closes the connection; the client may reconnect, to this server or another. */
  closeForReconnect(): void
}

/** Identity of a new connection. */
export type ConnectionStart = {
  /** Public. */
  readonly id: string
  /** Secret: grants access to the connection. */
  readonly token: string
  readonly user: HubUser
  readonly request: HubRequest
}

type ConnectionState = 'negotiated' | 'connected' | 'closing' | 'closed'

/** Why the server closes a connection. */
export type CloseCause = 'normal' | 'error'

/** Streams wait while more than this is pending, in bytes. */
const STREAM_WAIT_BYTES = 16_384

/**
 * One client, from negotiate to its end, on any transport.
 * A class, because there are thousands of instances that share their methods. Its state is in fields of its own
 * rather than in a nested object, because a broadcast reads the state of every connection.
 */
export class Connection {
  readonly id: string
  readonly token: string
  user: HubUser
  request: HubRequest
  transferFormat: TransferFormat = 'Text'
  /** The current or last transport. */
  transportName: TransportName = 'WebSockets'

  readonly #services: ConnectionServices
  #state: ConnectionState = 'negotiated'
  /** Start of the current state, for states with a time limit. */
  #since: number
  /** Set while connected or closing. */
  #transport: Transport | undefined
  /** Set while connected. */
  #application: Application | undefined
  #closeCause: CloseCause = 'normal'
  readonly #outbox = new Outbox()
  #scheduled = false
  #sentSinceTick = false
  #lastSentAt = 0
  #blockedSince: number | undefined
  #streamsWaiting: PromiseWithResolvers<void> | undefined
  #pauses = 0
  #inputOrder: Promise<unknown> | undefined
  #waitingForResume: PromiseWithResolvers<void> | undefined

  constructor(start: ConnectionStart, services: ConnectionServices) {
    this.id = start.id
    this.token = start.token
    this.user = start.user
    this.request = start.request
    this.#services = services
    this.#since = services.clock.now()
  }

  /** The transport, once there is one. */
  get transport(): Transport | undefined {
    return this.#transport
  }

  /** True while the client must not send. */
  get paused(): boolean {
    return this.#pauses > 0
  }

  /** Time of the last message to the client, in ms since 1970, accurate to the second. */
  get lastSentAt(): number {
    return this.#lastSentAt
  }

  /** Binds the transport and the application. */
  connect(transport: Transport, application: Application): void {
    this.#lastSentAt = this.#services.clock.now()
    this.transportName = transport.name
    this.#state = 'connected'
    this.#transport = transport
    this.#application = application
  }

  /** Passes bytes from the client to the application. Bytes after the end are dropped. */
  receive(chunk: Uint8Array): void {
    this.#application?.receive(chunk)
  }

  /** Queues a record. The next flush sends it together with other pending records. */
  send(record: OutgoingRecord): void {
    if (this.#state !== 'connected') return
    if (this.#outbox.bytes > this.#services.limits.maximumBufferedBytes) {
      this.#dropSlowConsumer()
      return
    }
    this.#queue(record)
    if (this.#outbox.bytes >= BATCH_BYTES) {
      this.#write()
    } else if (!this.#scheduled) {
      this.#scheduled = true
      this.#services.flusher.schedule(this)
    }
  }

  /** Writes pending output, as far as the transport accepts it. */
  flush(): void {
    this.#scheduled = false
    this.#write()
    if (this.#outbox.bytes < STREAM_WAIT_BYTES) this.#wakeStreams()
  }

  /** The network has accepted everything that was written. */
  drained(): void {
    this.#blockedSince = undefined
    this.flush()
  }

  /** Resolves when a stream may send its next item, so that a fast producer neither fills memory nor starves other streams. */
  readyForNextItem(): Promise<void> | undefined {
    if (this.#outbox.bytes < STREAM_WAIT_BYTES) return undefined
    this.#streamsWaiting ??= Promise.withResolvers()
    return this.#streamsWaiting.promise
  }

  /** Closes the connection. The application is notified now; `last` and pending output are still sent. */
  close(options: { readonly last?: OutgoingRecord; readonly cause?: CloseCause; readonly error?: Error } = {}): void {
    const application = this.#application
    if (!application) return
    if (options.last) this.#queue(options.last)
    this.#state = 'closing'
    this.#since = this.#services.clock.now()
    this.#closeCause = options.cause ?? 'normal'
    this.#application = undefined
    this.#transport?.resume()
    this.#wakePosts()
    application.closed(options.error)
    this.flush()
  }

  /** Like `close`, but drops output that the client does not accept immediately. */
  closeAtOnce(last: OutgoingRecord): void {
    this.close({ last })
    if (!this.#outbox.isEmpty && this.transportName !== 'LongPolling') this.abort()
  }

  /** The server is closing, or the sign-in has expired: the client may reconnect. */
  closeForReconnect(): void {
    if (this.#application) this.#application.closeForReconnect()
    else if (this.#state === 'negotiated') this.#end()
  }

  /** The transport has ended: the client left, or the network failed. */
  transportEnded(error?: Error): void {
    const application = this.#application
    this.#end()
    application?.closed(error)
  }

  /** Drops the connection without a close message. */
  abort(error?: Error): void {
    const { transport } = this
    this.transportEnded(error)
    transport?.destroy()
  }

  /** Pauses input from the client. Every call needs its own `resume`. */
  pause(): void {
    this.#pauses += 1
    if (this.#pauses === 1 && this.#state === 'connected') this.#transport?.pause()
  }

  resume(): void {
    this.#pauses -= 1
    if (this.#pauses > 0) return
    if (this.#state === 'connected') this.#transport?.resume()
    this.#wakePosts()
  }

  /** Runs tasks of one connection in sequence, so that POST requests keep their order. */
  inOrder<Result>(task: () => Promise<Result>): Promise<Result> {
    const run = this.#inputOrder ? this.#inputOrder.then(task) : task()
    this.#inputOrder = run.catch(() => undefined)
    return run
  }

  /** Resolves when the client may send again. */
  async untilResumed(): Promise<void> {
    if (!this.paused || this.#state !== 'connected') return
    this.#waitingForResume ??= Promise.withResolvers()
    await this.#waitingForResume.promise
  }

  /** Checks deadlines; called about once a second. */
  tick(now: number): void {
    if (this.#sentSinceTick) {
      this.#lastSentAt = now
      this.#sentSinceTick = false
    }
    const { limits, closeWhenExpired } = this.#services
    if (closeWhenExpired && (this.user.expiresAt ?? Infinity) <= now) this.closeForReconnect()
    if (this.#state === 'negotiated' && now - this.#since >= limits.disconnectTimeout) this.#end()
    if (this.#state === 'closing' && now - this.#since >= limits.closeTimeout) this.abort()
    const transport = this.#transport
    if (this.#state !== 'connected' || !transport) return
    transport.tick(now)
    this.#watchConsumer(transport, now)
    this.#application?.tick(now)
  }

  #queue(record: OutgoingRecord): void {
    this.#outbox.add(record)
    this.#sentSinceTick = true
  }

  #write(): void {
    const transport = this.#transport
    if (!transport) return
    while (transport.writable) {
      const record = this.#outbox.take(this.#services.batcher, this.transferFormat)
      if (!record) break
      transport.write(record)
    }
    if (this.#state === 'closing' && this.#outbox.isEmpty) transport.end(this.#closeCause)
  }

  #watchConsumer(transport: Transport, now: number): void {
    if (!transport.blocked) {
      this.#blockedSince = undefined
    } else if (this.#blockedSince === undefined) {
      this.#blockedSince = now
    } else if (now - this.#blockedSince >= this.#services.limits.transportSendTimeout) {
      this.#dropSlowConsumer()
    }
  }

  #dropSlowConsumer(): void {
    this.#services.logger.warn({ connectionId: this.id }, 'A connection was dropped because it reads too slowly.')
    this.abort(new Error('The client reads too slowly.'))
  }

  #end(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#transport = undefined
    this.#application = undefined
    this.#outbox.clear()
    this.#wakeStreams()
    this.#wakePosts()
    this.#services.forget(this)
  }

  #wakePosts(): void {
    this.#waitingForResume?.resolve()
    this.#waitingForResume = undefined
  }

  #wakeStreams(): void {
    this.#streamsWaiting?.resolve()
    this.#streamsWaiting = undefined
  }
}
