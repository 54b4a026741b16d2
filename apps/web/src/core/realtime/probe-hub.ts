import type { HttpTransportType } from '@microsoft/signalr'
import { REALTIME } from '@partyline/contract'

type Parts = {
  /** Where the hub is, without a slash at the end. */
  base: string
  accessToken: () => Promise<string>
}

/** How the hub can be reached: `direct` by WebSocket, `fallback` by long polling, or not at all. */
export type HubReach = 'direct' | 'fallback' | 'none'

const CONNECT_TIMEOUT_MS = 15_000

/** Checks from this browser whether the hub can be reached, independently of any open connection. */
export async function probeHub(parts: Parts): Promise<HubReach> {
  const { WebSockets, LongPolling } = (await import('@microsoft/signalr')).HttpTransportType
  if (await connects(parts, WebSockets)) return 'direct'
  return (await connects(parts, LongPolling)) ? 'fallback' : 'none'
}

async function connects({ base, accessToken }: Parts, transport: HttpTransportType): Promise<boolean> {
  const { HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr')
  const connection = new HubConnectionBuilder()
    .withUrl(base + REALTIME.hubPath, { accessTokenFactory: accessToken, transport, withCredentials: false })
    .configureLogging(LogLevel.None)
    .build()
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), CONNECT_TIMEOUT_MS)
  const started = connection.start().then(
    () => true,
    () => false,
  )
  const isConnected = await Promise.race([started, timeout.promise])
  clearTimeout(timer)
  await connection.stop()
  return isConnected
}
