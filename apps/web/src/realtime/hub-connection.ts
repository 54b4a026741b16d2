import type { HubConnection } from '@microsoft/signalr'
import { REALTIME } from '@partyline/contract'

/** Builds the connection with Microsoft's own client, which is loaded here for the first time. */
export async function buildHubConnection(parts: {
  /** Where the hub is, without a slash at the end. */
  base: string
  accessToken: () => Promise<string>
  /** Behind a proxy that collects answers, Server-Sent Events open and stay silent: a second try goes without them. */
  isRetry: boolean
}): Promise<HubConnection> {
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr')
  const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType
  const transports = parts.isRetry ? WebSockets | LongPolling : WebSockets | ServerSentEvents | LongPolling
  return new HubConnectionBuilder()
    .withUrl(parts.base + REALTIME.hubPath, {
      accessTokenFactory: parts.accessToken,
      // SignalR's transports are flags, made to be joined; the rule does not know such enumerations.
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      transport: transports,
      // The token says who asks; without cookies the hub may stand on another origin.
      withCredentials: false,
      timeout: REALTIME.requestTimeoutMs,
    })
    .withAutomaticReconnect([...REALTIME.reconnectDelaysMs])
    .withServerTimeout(REALTIME.serverTimeoutMs)
    .withKeepAliveInterval(REALTIME.keepAliveMs)
    .configureLogging(LogLevel.None)
    .build()
}
