/**
 * MessagePack, the binary encoding of the hub protocol.
 * @module
 */
export { messagePackProtocol } from './messagepack/messagepack-protocol.ts'
