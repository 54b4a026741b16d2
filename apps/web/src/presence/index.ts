import { lazy } from 'react'
import { laterExtra } from '../platform/later.ts'

export { createPresence } from './presence.ts'
export type { PresenceStore } from './presence.ts'

// Nobody waits for them, and most of the time they show nothing.
export const Lookers = lazy(laterExtra(async () => ({ default: (await import('./lookers.tsx')).Lookers })))
export const WritingLine = lazy(laterExtra(async () => ({ default: (await import('./writing-line.tsx')).WritingLine })))
