import { laterExtra, lazyPart } from '../platform/later.ts'

export { createPresence } from './presence.ts'
export type { PresenceStore } from './presence.ts'

// Nobody waits for them, and most of the time they show nothing.
export const Lookers = lazyPart(laterExtra(async () => (await import('./lookers.tsx')).Lookers))
export const WritingLine = lazyPart(laterExtra(async () => (await import('./writing-line.tsx')).WritingLine))
