import { laterExtra, lazyPart } from '../platform/later.ts'
import type { probeHub as probe } from './probe-hub.ts'

export { buildHubConnection } from './hub-connection.ts'
export { createRealtime } from './realtime.ts'
export type { Ping, Realtime } from './realtime.ts'
export { useOnline } from './use-online.ts'

// It has something to say two seconds after a connection was lost, at the earliest.
export const ConnectionLine = lazyPart(laterExtra(async () => (await import('./connection-line.tsx')).ConnectionLine))

/** Tries the hub beside the connection that stands. Asked for by few: loaded on use. */
export const probeHub: typeof probe = async (parts) => (await import('./probe-hub.ts')).probeHub(parts)
