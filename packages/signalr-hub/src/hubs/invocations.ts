import {
  type CompletionMessage,
  type CompletionOutcome,
  type InvocationMessage,
  MessageType,
  type StreamInvocationMessage,
  type StreamItemMessage,
} from '../protocol/hub-message.ts'
import { createHubContext } from './hub-context.ts'
import { HubException, errorText } from './hub-exception.ts'
import type { HubContext, HubStream } from './hub-options.ts'
import type { HubServices } from './hub-services.ts'
import type { Backpressure } from './backpressure.ts'
import { createInvocationQueue } from './invocation-queue.ts'
import type { Member } from './members.ts'
import type { BoundMethod } from './method-table.ts'
import { type UploadStream, createUploadStream, untilAborted } from './streams.ts'

type Call = InvocationMessage | StreamInvocationMessage

/** The client's calls and uploads. Created at the first call of a connection. */
export type Invocations = {
  /** Accepts a call: its IDs are reserved and it can be canceled from now on. The method runs in its turn. */
  accept(call: Call, size: number): void
  item(message: StreamItemMessage, size: number): void
  /** Ends an upload. Returns false if there is none with that ID. */
  completeUpload(message: CompletionMessage): boolean
  cancel(invocationId: string): void
  /** Starts running methods: `onConnected` is done. */
  start(): void
  /** The connection has ended. */
  stop(): void
}

/** An error whose text is sent to the client. */
class Refusal extends Error {}

export function createInvocations(connection: Member, services: HubServices, backpressure: Backpressure): Invocations {
  const { limits, logger } = services
  const queue = createInvocationQueue(limits, backpressure)
  const active = new Map<string, AbortController>()
  const uploads = new Map<string, UploadStream>()
  const streaming = new Set<Call>()

  function complete(call: Call, outcome: CompletionOutcome): void {
    const { invocationId } = call
    if (invocationId === undefined) return
    connection.sendMessage({ type: MessageType.Completion, invocationId, outcome })
  }

  function refuse(call: Call, error: string): void {
    complete(call, { kind: 'error', error })
  }

  function openUploads(call: Call): readonly UploadStream[] {
    return (call.streamIds ?? []).map((id) => {
      const upload = createUploadStream(limits.streamBufferCapacity, backpressure)
      uploads.set(id, upload)
      return upload
    })
  }

  async function choose(call: Call, context: HubContext): Promise<BoundMethod> {
    const method = services.methods.find(call.target)
    if (!method) throw new Refusal(`Unknown hub method '${call.target}'`)
    const { name } = method
    if (!(await method.authorize(context))) throw new Refusal(`Failed to invoke '${name}' because user is unauthorized`)
    if (method.kind === 'stream' && call.type === MessageType.Invocation) {
      throw new Refusal(
        `The client attempted to invoke the streaming '${name}' method with a non-streaming invocation.`,
      )
    }
    if (method.kind === 'method' && call.type === MessageType.StreamInvocation) {
      throw new Refusal(
        `The client attempted to invoke the non-streaming '${name}' method with a streaming invocation.`,
      )
    }
    const sent = call.streamIds?.length ?? 0
    if (sent !== method.uploads) {
      throw new Refusal(`Client sent ${sent} stream(s), Hub method expects ${method.uploads}.`)
    }
    return method
  }

  function bind(method: BoundMethod, call: Call): readonly unknown[] {
    try {
      return method.bind(call.arguments)
    } catch (error) {
      const message = `Failed to invoke '${method.name}' due to an error on the server.`
      throw new Refusal(errorText(message, error, services.detailedErrors))
    }
  }

  /** Runs a call to its end, or starts a streaming one, which then does not block the queue. */
  async function run(call: Call, controller: AbortController | undefined, streams: readonly UploadStream[]) {
    const context = createHubContext(connection, services, {
      ...(controller ? { signal: controller.signal } : {}),
      headers: call.headers,
    })
    try {
      const method = await choose(call, context)
      if (method.kind === 'stream') {
        if (streaming.size >= limits.maximumStreams) throw new Refusal('Too many streams run on this connection.')
        streaming.add(call)
      }
      const result = await method.run(context, ...bind(method, call), ...streams)
      if (call.type === MessageType.StreamInvocation && controller) {
        void sendStream(call, result as HubStream, controller).then(() => finish(call, streams))
        return
      }
      complete(call, { kind: 'result', result })
    } catch (error) {
      refuse(call, tell(call, error))
    }
    finish(call, streams)
  }

  function tell(call: Call, error: unknown): string {
    if (error instanceof Refusal) return error.message
    if (!(error instanceof HubException)) logFailure(call, error)
    const message = `An unexpected error occurred invoking '${call.target}' on the server.`
    return errorText(message, error, services.detailedErrors)
  }

  function logFailure(call: Call, err: unknown): void {
    const { id } = connection
    logger.error({ err, hub: services.path, connectionId: id, method: call.target }, 'A hub method failed.')
  }

  async function sendStream(call: StreamInvocationMessage, stream: HubStream, controller: AbortController) {
    const { signal } = controller
    const { invocationId } = call
    try {
      for await (const item of untilAborted(signal, stream)) {
        connection.sendMessage({ type: MessageType.StreamItem, invocationId, item })
        await connection.readyForNextItem()
      }
      if (signal.aborted) refuse(call, 'Stream canceled by client.')
      else complete(call, { kind: 'void' })
    } catch (error) {
      if (!(error instanceof HubException)) logFailure(call, error)
      refuse(
        call,
        errorText('An error occurred on the server while streaming results.', error, services.detailedErrors),
      )
    }
  }

  /** Frees the IDs of a call, and the unread items of its uploads. */
  function finish(call: Call, streams: readonly UploadStream[]): void {
    if (call.invocationId !== undefined) active.delete(call.invocationId)
    streaming.delete(call)
    for (const id of call.streamIds ?? []) uploads.delete(id)
    for (const stream of streams) stream.discard()
  }

  return {
    accept(call, size) {
      services.traffic.received += 1
      const { invocationId } = call
      if (invocationId !== undefined && active.has(invocationId)) {
        refuse(call, `Invocation ID '${invocationId}' is already in use.`)
        return
      }
      const controller = invocationId === undefined ? undefined : new AbortController()
      if (invocationId !== undefined && controller) active.set(invocationId, controller)
      const streams = openUploads(call)
      queue.add(() => run(call, call.type === MessageType.StreamInvocation ? controller : undefined, streams), size)
    },
    item: ({ invocationId, item }, size) => uploads.get(invocationId)?.push(item, size),
    completeUpload({ invocationId, outcome }) {
      const upload = uploads.get(invocationId)
      if (!upload) return false
      uploads.delete(invocationId)
      upload.end(outcome.kind === 'error' ? outcome.error : undefined)
      return true
    },
    cancel: (invocationId) => active.get(invocationId)?.abort(),
    start: () => queue.start(),
    stop() {
      queue.clear()
      for (const controller of active.values()) controller.abort()
      for (const upload of uploads.values()) upload.end('The connection was closed.')
      uploads.clear()
    },
  }
}
