import type { HubConnection } from '@microsoft/signalr'
import { REALTIME } from '@partyline/contract'

/** Builds the connection with Microsoft's client, which is loaded on first use. */
export async function buildHubConnection(parts: {
  /** Where the hub is, without a slash at the end. */
  base: string
  accessToken: () => Promise<string>
  /** A proxy that buffers responses opens Server-Sent Events but delivers none: retries don't use them. */
  isRetry: boolean
}): Promise<HubConnection> {
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr')
  const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType
  const transports = parts.isRetry ? WebSockets | LongPolling : WebSockets | ServerSentEvents | LongPolling
  return new HubConnectionBuilder()
    .withUrl(parts.base + REALTIME.hubPath, {
      accessTokenFactory: parts.accessToken,
      // SignalR's transports are flags, which the rule doesn't know.
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      transport: transports,
      // The token identifies the caller. Without cookies, the hub can be on another origin.
      withCredentials: false,
      timeout: REALTIME.requestTimeoutMs,
    })
    .withAutomaticReconnect([...REALTIME.reconnectDelaysMs])
    .withServerTimeout(REALTIME.serverTimeoutMs)
    .withKeepAliveInterval(REALTIME.keepAliveMs)
    .configureLogging(LogLevel.None)
    .build()
}
