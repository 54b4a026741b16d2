import type { Application, CloseCause, Connection } from '../connections/connection.ts'
import type { HubRequest } from '../connections/hub-request.ts'
import { createRecord } from '../connections/record.ts'
import type { TransportName } from '../connections/transport.ts'
import type { HubUser } from '../connections/user.ts'
import { type CloseMessage, type HubMessage, MessageType } from '../protocol/hub-message.ts'
import { type HubProtocol, type MessageReader, ProtocolError } from '../protocol/hub-protocol.ts'
import { type ClientResults, createClientResults } from './client-results.ts'
import { encode, type EncodedMessage } from './encoded-message.ts'
import { HANDSHAKE_SUCCESS, type HandshakePhase, createHandshakePhase, handshakeError } from './handshake.ts'
import { createHubContext } from './hub-context.ts'
import { errorText } from './hub-exception.ts'
import type { HubServices } from './hub-services.ts'
import { createBackpressure, type Backpressure } from './backpressure.ts'
import { createInvocations, type Invocations } from './invocations.ts'
import { KeepAlive } from './keep-alive.ts'
import type { Member } from './members.ts'

type Phase =
  | { readonly name: 'handshake'; readonly since: number; readonly handshake: HandshakePhase }
  | { readonly name: 'open'; readonly protocol: HubProtocol; readonly reader: MessageReader }
  | { readonly name: 'closed' }

const CLOSED_WITH_ERROR = 'Connection closed with an error.'
const NO_GROUPS: ReadonlySet<string> = new Set()

/**
 * The hub protocol on one connection: handshake, messages, keep-alive, close.
 * A class, because there are thousands of instances that share their methods. Objects that only busy connections
 * need are created on first use.
 */
export class HubConnection implements Application, Member {
  readonly #connection: Connection
  readonly #services: HubServices
  #phase: Phase
  /** Whether `onConnected` succeeded. */
  #connected: Promise<boolean> | undefined
  #ready = false
  readonly #keepAlive = new KeepAlive()
  #groups: Set<string> | undefined
  #items: Map<string, unknown> | undefined
  #abort: AbortController | undefined
  #lazyBackpressure: Backpressure | undefined
  #invocations: Invocations | undefined
  #results: ClientResults | undefined

  constructor(connection: Connection, services: HubServices) {
    this.#connection = connection
    this.#services = services
    const since = services.clock.now()
    const handshake = createHandshakePhase({
      protocols: services.protocols,
      transport: () => connection.transportName,
      maximumSize: services.limits.maximumReceiveMessageSize,
    })
    this.#phase = { name: 'handshake', since, handshake }
  }

  get id(): string {
    return this.#connection.id
  }

  get user(): HubUser {
    return this.#connection.user
  }

  get request(): HubRequest {
    return this.#connection.request
  }

  get transportName(): TransportName {
    return this.#connection.transportName
  }

  get items(): Map<string, unknown> {
    this.#items ??= new Map()
    return this.#items
  }

  /** Aborted when the connection ends. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#phase.name === 'closed') this.#abort.abort()
    return this.#abort.signal
  }

  get groups(): ReadonlySet<string> {
    return this.#groups ?? NO_GROUPS
  }

  joinGroup(group: string): void {
    this.#groups ??= new Set()
    this.#groups.add(group)
  }

  leaveGroup(group: string): void {
    this.#groups?.delete(group)
  }

  receive(chunk: Uint8Array): void {
    this.#keepAlive.received()
    try {
      if (this.#phase.name === 'handshake') this.#readHandshake(this.#phase.handshake, chunk)
      else this.#readMessages(chunk)
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#closeForViolation(error)
        return
      }
      this.#logFailure(error, 'A message could not be processed.')
      this.#close({ type: MessageType.Close, error: CLOSED_WITH_ERROR, allowReconnect: true }, 'error')
    }
  }

  /** Sends a message that was encoded for many connections. */
  send(message: EncodedMessage): void {
    if (this.#phase.name !== 'open') return
    const record = message.recordFor(this.#phase.protocol)
    if (record) this.#connection.send(record)
  }

  /** @throws TypeError when the message cannot be encoded */
  sendMessage(message: HubMessage): void {
    if (this.#phase.name === 'open') this.#connection.send(encode(message, this.#phase.protocol))
  }

  readyForNextItem(): Promise<void> | undefined {
    return this.#connection.readyForNextItem()
  }

  /** Calls the client and returns its answer. */
  async invoke(target: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    if (this.#phase.name !== 'open') throw new Error('The client is not connected.')
    this.#results ??= createClientResults()
    const call = { type: MessageType.Invocation, target, arguments: args }
    this.#backpressure.needed(1)
    try {
      return await this.#results.ask((invocationId) => this.sendMessage({ ...call, invocationId }), signal)
    } finally {
      this.#backpressure.needed(-1)
    }
  }

  /** Closes the connection; the client does not reconnect by itself. */
  closePermanently(): void {
    if (this.#phase.name === 'open') {
      this.#connection.closeAtOnce(encode({ type: MessageType.Close }, this.#phase.protocol))
    } else {
      this.#refuseHandshake('The connection was closed.')
    }
  }

  /** Closes the connection; the client may reconnect. */
  closeForReconnect(): void {
    if (this.#phase.name === 'handshake') this.#refuseHandshake('The server is shutting down.')
    else this.#close({ type: MessageType.Close, allowReconnect: true }, 'normal')
  }

  closed(error: Error | undefined): void {
    const { name } = this.#phase
    this.#phase = { name: 'closed' }
    this.#services.members.remove(this)
    if (name !== 'open') return
    this.#abort?.abort()
    this.#invocations?.stop()
    this.#results?.cancel(new Error('The client left before it answered.'))
    this.#services.track(this.#runOnDisconnected(error))
  }

  tick(now: number): void {
    const { limits } = this.#services
    if (this.#phase.name === 'handshake') {
      if (now - this.#phase.since >= limits.handshakeTimeout) this.#refuseHandshake('Handshake was canceled.')
      return
    }
    const due = this.#keepAlive.check(now, this.#connection, limits)
    if (due === 'ping') this.sendMessage({ type: MessageType.Ping })
    if (due === 'timeout') {
      this.#closeForViolation(new ProtocolError(`The client sent nothing for ${limits.clientTimeoutInterval} ms.`))
    }
  }

  #readHandshake(handshake: HandshakePhase, chunk: Uint8Array): void {
    try {
      const complete = handshake.read(chunk)
      if (complete) this.#open(complete.protocol, complete.rest)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#refuseHandshake(error.message)
    }
  }

  #open(protocol: HubProtocol, rest: Uint8Array): void {
    const { limits, members } = this.#services
    this.#connection.transferFormat = protocol.transferFormat
    this.#phase = { name: 'open', protocol, reader: protocol.createReader(limits.maximumReceiveMessageSize) }
    this.#connection.send(createRecord(HANDSHAKE_SUCCESS, protocol.transferFormat))
    members.add(this)
    this.#connected = this.#runOnConnected()
    if (rest.length > 0) this.receive(rest)
  }

  /** Sends the reason first: if the socket just closed, the client's start() would reject without one. */
  #refuseHandshake(error: string): void {
    const last = createRecord(handshakeError(error), 'Text')
    this.#connection.close({ last, error: new Error(error) })
  }

  async #runOnConnected(): Promise<boolean> {
    try {
      await this.#services.events.onConnected?.(createHubContext(this, this.#services))
    } catch (error) {
      this.#logFailure(error, 'onConnected failed.')
      const message = errorText(CLOSED_WITH_ERROR, error, this.#services.detailedErrors)
      this.#close({ type: MessageType.Close, error: message }, 'error')
      return false
    }
    this.#ready = true
    this.#invocations?.start()
    return true
  }

  async #runOnDisconnected(error: Error | undefined): Promise<void> {
    if (!(await this.#connected)) return
    try {
      await this.#services.events.onDisconnected?.(createHubContext(this, this.#services), error)
    } catch (failure) {
      this.#logFailure(failure, 'onDisconnected failed.')
    }
  }

  #readMessages(chunk: Uint8Array): void {
    if (this.#phase.name !== 'open') return
    for (const { message, size } of this.#phase.reader.read(chunk)) {
      this.#take(message, size)
      // A Close message may be followed by others.
      if (this.#isClosed()) return
    }
  }

  #isClosed(): boolean {
    return this.#phase.name === 'closed'
  }

  #take(message: HubMessage, size: number): void {
    switch (message.type) {
      case MessageType.Invocation:
      case MessageType.StreamInvocation:
        this.#startInvocations().accept(message, size)
        break
      case MessageType.StreamItem:
        this.#invocations?.item(message, size)
        break
      case MessageType.Completion:
        if (!this.#invocations?.completeUpload(message)) this.#results?.complete(message)
        break
      case MessageType.CancelInvocation:
        this.#invocations?.cancel(message.invocationId)
        break
      case MessageType.Ping:
        this.#keepAlive.pinged()
        break
      case MessageType.Close: {
        const error = message.error === undefined ? undefined : new Error(message.error)
        this.#connection.close(error ? { error } : {})
        break
      }
      case MessageType.Ack:
      case MessageType.Sequence:
        break
    }
  }

  get #backpressure(): Backpressure {
    this.#lazyBackpressure ??= createBackpressure({
      limit: this.#services.limits.maximumBufferedBytes,
      pause: () => this.#connection.pause(),
      resume: () => this.#connection.resume(),
      overflow: () => this.#closeForViolation(new ProtocolError('Too much is waiting for this connection.')),
    })
    return this.#lazyBackpressure
  }

  #startInvocations(): Invocations {
    if (this.#invocations) return this.#invocations
    this.#invocations = createInvocations(this, this.#services, this.#backpressure)
    if (this.#ready) this.#invocations.start()
    return this.#invocations
  }

  /** Closes a connection that violated the protocol. The client gets the reason, which is only about its own input. */
  #closeForViolation(error: ProtocolError): void {
    const { logger, path } = this.#services
    logger.info({ hub: path, connectionId: this.id, reason: error.message }, 'A connection was closed with an error.')
    const message = `${CLOSED_WITH_ERROR} ${error.message}`
    this.#close({ type: MessageType.Close, error: message, allowReconnect: true }, 'error', error)
  }

  #close(message: CloseMessage, cause: CloseCause, error?: Error): void {
    const last = this.#phase.name === 'open' ? { last: encode(message, this.#phase.protocol) } : {}
    this.#connection.close({ ...last, cause, ...(error ? { error } : {}) })
  }

  #logFailure(err: unknown, what: string): void {
    this.#services.logger.error({ err, hub: this.#services.path, connectionId: this.id }, what)
  }
}
