import type { HttpTransportType } from '@microsoft/signalr'
import { REALTIME } from '@partyline/contract'

type Parts = {
  /** Where the hub is, without a slash at the end. */
  base: string
  accessToken: () => Promise<string>
}

/** How the hub is reached: `direct` by a WebSocket, `fallback` by requests that wait, or not at all. */
export type HubReach = 'direct' | 'fallback' | 'none'

/** A connection that does not stand by then is none. */
const PATIENCE_MS = 15_000

/** Tries from this browser whether the hub can be reached, beside the connection that may stand already. */
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
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), PATIENCE_MS)
  const started = connection.start().then(
    () => true,
    () => false,
  )
  const stands = await Promise.race([started, late.promise])
  clearTimeout(timer)
  await connection.stop()
  return stands
}
