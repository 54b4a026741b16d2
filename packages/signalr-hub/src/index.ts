/**
 * A SignalR hub server for Node.js.
 *
 * Start with {@link createHubServer}; the README shows a chat in twenty lines, and SPEC.md lists every rule.
 * @module
 */
export { createMemoryBackplane } from './hubs/backplane.ts'
export type { Backplane } from './hubs/backplane.ts'
export type { TransportName } from './connections/transport.ts'
export type { HubUser } from './connections/user.ts'
export type {
  Authenticate,
  ConnectionInfo,
  EndpointOptions,
  NegotiateRedirect,
  NegotiateRefusal,
  Redirect,
} from './hubs/endpoint-options.ts'
export type { HubRequest } from './connections/hub-request.ts'
export type { Hub, HubGroups } from './hubs/hub.ts'
export type { Traffic } from './hubs/hub-services.ts'
export type { ClientProxy, HubCallerClients, HubClients, InvokeOptions, SingleClientProxy } from './hubs/hub-clients.ts'
export { HubException } from './hubs/hub-exception.ts'
export type {
  CallerGroups,
  HubContext,
  HubHandler,
  HubMethod,
  HubMethodDetails,
  HubOptions,
  HubStream,
  Personalize,
} from './hubs/hub-options.ts'
export { MessageType } from './protocol/hub-message.ts'
export type {
  AckMessage,
  CancelInvocationMessage,
  CloseMessage,
  CompletionMessage,
  CompletionOutcome,
  HubMessage,
  InvocationMessage,
  MessageHeaders,
  PingMessage,
  SequenceMessage,
  StreamInvocationMessage,
  StreamItemMessage,
} from './protocol/hub-message.ts'
export { ProtocolError } from './protocol/hub-protocol.ts'
export type { HubProtocol, IncomingMessage, MessageReader, TransferFormat } from './protocol/hub-protocol.ts'
export { jsonProtocol } from './protocol/json-protocol.ts'
export type { RawConnection, RawOptions } from './hubs/raw.ts'
export { systemClock } from './platform/clock.ts'
export type { Clock } from './platform/clock.ts'
export { createHubServer } from './server/hub-server.ts'
export type { HubServer, HubServerOptions } from './server/hub-server.ts'
export { silentLogger } from './platform/logger.ts'
export type { Logger } from './platform/logger.ts'
export { DEFAULT_LIMITS } from './platform/limits.ts'
export type { Limits } from './platform/limits.ts'
export { createAzureRedirect } from './server/azure-redirect.ts'
export type { AzureRedirectOptions } from './server/azure-redirect.ts'
