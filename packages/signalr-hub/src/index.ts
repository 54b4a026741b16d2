/**
 * A SignalR hub server for Node.js.
 *
 * Start with {@link createHubServer}; the README shows a chat in twenty lines, and SPEC.md lists every rule.
 * @module
 */
export { createMemoryBackplane } from './backplanes/memory-backplane.ts'
export type { Backplane } from './backplanes/backplane.ts'
export type { ConnectionInfo } from './connections/connection-info.ts'
export type { TransportName } from './connections/transport.ts'
export type { HubUser } from './connections/user.ts'
export type { Authenticate, Redirect } from './http/authenticate.ts'
export type { HubRequest } from './http/hub-request.ts'
export type { NegotiateRedirect, NegotiateRefusal } from './http/negotiate.ts'
export type { AllowedOrigins } from './http/origin-policy.ts'
export type { Hub, HubGroups } from './hubs/hub.ts'
export type { Traffic } from './hubs/traffic.ts'
export type {
  ClientProxy,
  HubCallerClients,
  HubClients,
  InvokeOptions,
  SingleClientProxy,
} from './sending/hub-clients.ts'
export type { CallerGroups, HubContext } from './hubs/hub-context.ts'
export { HubException } from './hubs/hub-exception.ts'
export type {
  EndpointOptions,
  HubHandler,
  HubMethod,
  HubMethodDetails,
  HubOptions,
  HubStream,
} from './hubs/hub-options.ts'
export { MessageType } from './protocols/hub-message.ts'
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
} from './protocols/hub-message.ts'
export { ProtocolError } from './protocols/hub-protocol.ts'
export type { HubProtocol, IncomingMessage, MessageReader, TransferFormat } from './protocols/hub-protocol.ts'
export { jsonProtocol } from './protocols/json-protocol.ts'
export type { RawConnection, RawOptions } from './raw/raw-options.ts'
export { systemClock } from './server/clock.ts'
export type { Clock } from './server/clock.ts'
export { createHubServer } from './server/hub-server.ts'
export type { HubServer, HubServerOptions } from './server/hub-server.ts'
export { silentLogger } from './server/logger.ts'
export type { Logger } from './server/logger.ts'
export { DEFAULT_LIMITS } from './server/options.ts'
export type { Limits } from './server/options.ts'
export { createAzureRedirect } from './azure/azure-redirect.ts'
export type { AzureRedirectOptions } from './azure/azure-redirect.ts'
