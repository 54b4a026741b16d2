import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

const load = () => import('./presence-views.tsx')

// The page works without them, and most of the time they show nothing.
export const PresenceAvatars = lazyComponent(optionalChunk(async () => (await load()).PresenceAvatars, { soon: true }))
export const TypingLine = lazyComponent(optionalChunk(async () => (await load()).TypingLine, { soon: true }))
