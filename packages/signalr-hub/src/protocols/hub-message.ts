/** The `type` numbers of the SignalR hub protocol. */
export const MessageType = {
  Invocation: 1,
  StreamItem: 2,
  Completion: 3,
  StreamInvocation: 4,
  CancelInvocation: 5,
  Ping: 6,
  Close: 7,
  Ack: 8,
  Sequence: 9,
} as const

/** Headers of a message: text to text. SignalR itself gives them no meaning. */
export type MessageHeaders = Readonly<Record<string, string>>

/** Calls a method. Without `invocationId` nobody waits for an answer. */
export type InvocationMessage = {
  readonly type: typeof MessageType.Invocation
  readonly headers?: MessageHeaders
  readonly invocationId?: string
  readonly target: string
  readonly arguments: readonly unknown[]
  /** Ids of the streams that the caller will send as further arguments. */
  readonly streamIds?: readonly string[]
}

/** Calls a streaming method: stream items follow, then one completion. */
export type StreamInvocationMessage = {
  readonly type: typeof MessageType.StreamInvocation
  readonly headers?: MessageHeaders
  readonly invocationId: string
  readonly target: string
  readonly arguments: readonly unknown[]
  readonly streamIds?: readonly string[]
}

/** One item of a stream, in either direction. */
export type StreamItemMessage = {
  readonly type: typeof MessageType.StreamItem
  readonly headers?: MessageHeaders
  readonly invocationId: string
  readonly item: unknown
}

/** How an invocation or a stream ended. */
export type CompletionOutcome =
  | { readonly kind: 'void' }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: string }

/** Ends an invocation or a stream. */
export type CompletionMessage = {
  readonly type: typeof MessageType.Completion
  readonly headers?: MessageHeaders
  readonly invocationId: string
  readonly outcome: CompletionOutcome
}

/** Asks the server to stop a stream. */
export type CancelInvocationMessage = {
  readonly type: typeof MessageType.CancelInvocation
  readonly headers?: MessageHeaders
  readonly invocationId: string
}

/** Says only that the sender is alive. */
export type PingMessage = { readonly type: typeof MessageType.Ping }

/** The last message of a connection. */
export type CloseMessage = {
  readonly type: typeof MessageType.Close
  readonly error?: string
  /** True when a client that reconnects by itself may do so. */
  readonly allowReconnect?: boolean
}

/** Part of stateful reconnect, which this server does not offer: read and ignored. */
export type AckMessage = { readonly type: typeof MessageType.Ack; readonly sequenceId: number }

/** Part of stateful reconnect, which this server does not offer: read and ignored. */
export type SequenceMessage = { readonly type: typeof MessageType.Sequence; readonly sequenceId: number }

/** Every message of the hub protocol, whatever its encoding. */
export type HubMessage =
  | InvocationMessage
  | StreamInvocationMessage
  | StreamItemMessage
  | CompletionMessage
  | CancelInvocationMessage
  | PingMessage
  | CloseMessage
  | AckMessage
  | SequenceMessage
