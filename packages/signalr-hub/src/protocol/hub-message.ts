/** Message types of the SignalR hub protocol. */
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

/** Headers of a message. SignalR does not interpret them. */
export type MessageHeaders = Readonly<Record<string, string>>

/** Calls a method. Without `invocationId`, no completion is expected. */
export type InvocationMessage = {
  readonly type: typeof MessageType.Invocation
  readonly headers?: MessageHeaders
  readonly invocationId?: string
  readonly target: string
  readonly arguments: readonly unknown[]
  /** IDs of the streams that the caller sends as additional arguments. */
  readonly streamIds?: readonly string[]
}

/** Calls a streaming method, which returns stream items and then a completion. */
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

/** Keeps the connection alive. */
export type PingMessage = { readonly type: typeof MessageType.Ping }

/** The last message of a connection. */
export type CloseMessage = {
  readonly type: typeof MessageType.Close
  readonly error?: string
  /** Whether the client may reconnect automatically. */
  readonly allowReconnect?: boolean
}

/** Part of stateful reconnect, which this server does not support. Ignored. */
export type AckMessage = { readonly type: typeof MessageType.Ack; readonly sequenceId: number }

/** Part of stateful reconnect, which this server does not support. Ignored. */
export type SequenceMessage = { readonly type: typeof MessageType.Sequence; readonly sequenceId: number }

/** Any message of the hub protocol. */
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
