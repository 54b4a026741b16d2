import { lazy } from 'react'
import { laterExtra } from '../platform/later.ts'

export { buildHubConnection } from './hub-connection.ts'
export { probeHub } from './probe-hub.ts'
export { createRealtime } from './realtime.ts'
export type { Realtime } from './realtime.ts'

// It has something to say two seconds after a connection was lost, at the earliest.
export const ConnectionLine = lazy(
  laterExtra(async () => ({ default: (await import('./connection-line.tsx')).ConnectionLine })),
)
