import type { HubMessage } from './hub-message.ts'

/** Text travels on every transport, Binary not on Server-Sent Events. */
export type TransferFormat = 'Text' | 'Binary'

/** Turns the bytes of one connection into messages. It keeps what belongs to an unfinished message. */
export type MessageReader = {
  /**
   * Returns the messages that are complete with this chunk, in order. Unknown message types are left out.
   * @throws ProtocolError when the bytes break the protocol; the connection is closed then.
   */
  read(chunk: Uint8Array): readonly IncomingMessage[]
}

/** A message and its size on the wire in bytes, which counts against the limits. */
export type IncomingMessage = { readonly message: HubMessage; readonly size: number }

/** An encoding of the hub protocol. */
export interface HubProtocol {
  /** The name that a client gives in its handshake, in lower case. */
  readonly name: string
  /** The highest version that this encoding speaks. */
  readonly version: number
  readonly transferFormat: TransferFormat
  /** @param maximumSize of one message, in bytes */
  createReader(maximumSize: number): MessageReader
  /** Returns the message with its framing. */
  write(message: HubMessage): string | Uint8Array
}

/** The other side broke the protocol. The text is about its own input only, so it is sent back to it. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** What is said to a client whose message is too large. */
export function messageTooLarge(maximumSize: number): ProtocolError {
  return new ProtocolError(
    `The maximum message size of ${maximumSize}B was exceeded. It can be raised with the option maximumReceiveMessageSize.`,
  )
}
