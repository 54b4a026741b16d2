import type { HubRequest } from '../http/hub-request.ts'
import type { TransferFormat } from '../protocols/hub-protocol.ts'
import type { ConnectionServices } from './connection-services.ts'
import { BATCH_BYTES, Outbox } from './outbox.ts'
import type { OutgoingRecord } from './record.ts'
import type { Transport, TransportName } from './transport.ts'
import type { HubUser } from './user.ts'

/** What runs on a connection: a hub or a raw handler. */
export type Application = {
  /** Takes bytes from the client. */
  receive(chunk: Uint8Array): void
  /** Told once, when the connection is over. */
  closed(error: Error | undefined): void
  /** Called about once a second while connected. */
  tick(now: number): void
  /** Ends the connection; the client may come back, here or at another server. */
  endForNow(): void
}

/** Names of a new connection, and who asked for it. */
export type ConnectionStart = {
  /** Public. */
  readonly id: string
  /** Secret: whoever has it can act as the connection. */
  readonly token: string
  readonly user: HubUser
  readonly request: HubRequest
}

type ConnectionState = 'negotiated' | 'connected' | 'closing' | 'closed'

/** Why this side ends a connection. */
export type CloseCause = 'normal' | 'error'

/** A stream waits for its turn when this much is waiting, in bytes. */
const STREAM_WAIT_BYTES = 16_384

/**
 * One client, from negotiate to its end, whatever the transport.
 * A class, because there are thousands of them and their methods lie on the prototype once; its state lies in fields
 * and not in an object of its own, because a broadcast reads it of every connection.
 */
export class Connection {
  readonly id: string
  readonly token: string
  user: HubUser
  request: HubRequest
  transferFormat: TransferFormat = 'Text'
  /** The transport that carries the connection, or carried it last. */
  transportName: TransportName = 'WebSockets'

  readonly #services: ConnectionServices
  #state: ConnectionState = 'negotiated'
  /** When the state began, for those that end by time. */
  #since: number
  /** While connected and closing. */
  #transport: Transport | undefined
  /** While connected. */
  #application: Application | undefined
  #closeCause: CloseCause = 'normal'
  readonly #outbox = new Outbox()
  #scheduled = false
  #sentSinceTick = false
  #lastSentAt: number
  #blockedSince: number | undefined
  #streamsWaiting: (() => void)[] | undefined
  #pauses = 0
  #inputOrder: Promise<unknown> | undefined
  #waitingForResume: (() => void)[] | undefined

  constructor(start: ConnectionStart, services: ConnectionServices) {
    this.id = start.id
    this.token = start.token
    this.user = start.user
    this.request = start.request
    this.#services = services
    this.#since = services.clock.now()
    this.#lastSentAt = this.#since
  }

  /** The transport, once there is one. */
  get transport(): Transport | undefined {
    return this.#transport
  }

  /** True while input should stay with the client. */
  get paused(): boolean {
    return this.#pauses > 0
  }

  /** When something was last sent to the client, in ms since 1970, to the second. */
  get lastSentAt(): number {
    return this.#lastSentAt
  }

  /** Binds the transport; from here on the application lives. */
  connect(transport: Transport, application: Application): void {
    this.#lastSentAt = this.#services.clock.now()
    this.transportName = transport.name
    this.#state = 'connected'
    this.#transport = transport
    this.#application = application
  }

  /** Hands bytes from the client to the application. Bytes that come after the end are dropped. */
  receive(chunk: Uint8Array): void {
    this.#application?.receive(chunk)
  }

  /** Queues a record. It leaves with the next flush, joined with whatever else waits by then. */
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

  /** Writes what waits, as far as the transport takes it. */
  flush(): void {
    this.#scheduled = false
    this.#write()
    if (this.#outbox.bytes < STREAM_WAIT_BYTES) this.#wakeStreams()
  }

  /** The network has taken what was handed over. */
  drained(): void {
    this.#blockedSince = undefined
    this.flush()
  }

  /** Resolves when a stream may send its next item, so that a fast producer neither fills memory nor starves others. */
  readyForMore(): Promise<void> | undefined {
    if (this.#outbox.bytes < STREAM_WAIT_BYTES || this.#state !== 'connected') return undefined
    return new Promise((resolve) => {
      this.#streamsWaiting ??= []
      this.#streamsWaiting.push(resolve)
    })
  }

  /** Ends the connection from this side: the application is told now, `last` and what waits still leave. */
  close(options: { readonly last?: OutgoingRecord; readonly cause?: CloseCause; readonly error?: Error } = {}): void {
    const application = this.#application
    if (!application) {
      if (this.#state === 'negotiated') this.#end()
      return
    }
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

  /** Like `close`, but a client that does not take what waits for it does not get it any more. */
  closeAtOnce(last: OutgoingRecord): void {
    this.close({ last })
    if (!this.#outbox.isEmpty && this.transportName !== 'LongPolling') this.abort()
  }

  /** The server goes away, or the sign-in has run out: the client may come back. */
  endForNow(): void {
    if (this.#application) this.#application.endForNow()
    else if (this.#state === 'negotiated') this.#end()
  }

  /** The transport is gone: the client left, or the line broke. */
  transportEnded(error?: Error): void {
    const application = this.#application
    this.#end()
    application?.closed(error)
  }

  /** Cuts the line without a word. */
  abort(error?: Error): void {
    const { transport } = this
    this.transportEnded(error)
    transport?.destroy()
  }

  /** Asks the client to hold its input back. Every call needs its own `resume`. */
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

  /** Runs tasks of one connection one after the other, in the order of the calls: bodies of POST requests keep theirs. */
  inOrder<Result>(task: () => Promise<Result>): Promise<Result> {
    const run = this.#inputOrder ? this.#inputOrder.then(task) : task()
    this.#inputOrder = run.catch(() => undefined)
    return run
  }

  /** Resolves when input is welcome again. */
  async untilResumed(): Promise<void> {
    if (!this.paused || this.#state !== 'connected') return
    await new Promise<void>((resolve) => {
      this.#waitingForResume ??= []
      this.#waitingForResume.push(resolve)
    })
  }

  /** Watches the deadlines; called about once a second. */
  tick(now: number): void {
    if (this.#sentSinceTick) {
      this.#lastSentAt = now
      this.#sentSinceTick = false
    }
    const { limits, closeWhenExpired } = this.#services
    if (closeWhenExpired && (this.user.expiresAt ?? Infinity) <= now) this.endForNow()
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
    const waiting = this.#waitingForResume
    this.#waitingForResume = undefined
    for (const resolve of waiting ?? []) resolve()
  }

  #wakeStreams(): void {
    const waiting = this.#streamsWaiting
    this.#streamsWaiting = undefined
    for (const resolve of waiting ?? []) resolve()
  }
}
