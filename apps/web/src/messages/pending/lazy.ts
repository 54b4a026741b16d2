import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

export const PendingStrip = lazyComponent(optionalChunk(async () => (await import('./pending-strip.tsx')).PendingStrip))
export const SendThen = lazyComponent(optionalChunk(async () => (await import('./send-then.tsx')).SendThen))
