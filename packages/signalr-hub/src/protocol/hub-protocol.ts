import type { HubMessage } from './hub-message.ts'

/** Every transport carries Text. Server-Sent Events do not carry Binary. */
export type TransferFormat = 'Text' | 'Binary'

/** Decodes the bytes of one connection. It buffers incomplete messages. */
export type MessageReader = {
  /**
   * Returns the messages that this chunk completes, in order, without those of unknown types.
   * @throws ProtocolError when the bytes violate the protocol; the connection is then closed.
   */
  read(chunk: Uint8Array): readonly IncomingMessage[]
}

/** A message and its size on the wire in bytes, which counts against the limits. */
export type IncomingMessage = { readonly message: HubMessage; readonly size: number }

/** An encoding of the hub protocol. */
export interface HubProtocol {
  /** The name in the client's handshake, in lower case. */
  readonly name: string
  /** The highest supported version. */
  readonly version: number
  readonly transferFormat: TransferFormat
  /** @param maximumSize of one message, in bytes */
  createReader(maximumSize: number): MessageReader
  /** Returns the message with its framing. */
  write(message: HubMessage): string | Uint8Array
}

/** The client violated the protocol. The text is only about its own input, so it is sent to the client. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** The error for a message that is too large. */
export function messageTooLarge(maximumSize: number): ProtocolError {
  return new ProtocolError(
    `The maximum message size of ${maximumSize}B was exceeded. It can be raised with the option maximumReceiveMessageSize.`,
  )
}
