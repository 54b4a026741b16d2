import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

// It renders nothing until two seconds after a connection was lost.
export const ConnectionLine = lazyComponent(
  optionalChunk(async () => (await import('./connection-line.tsx')).ConnectionLine, { soon: true }),
)
