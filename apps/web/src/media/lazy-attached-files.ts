import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

// The first load imports this folder, too, and leaves out what it does not use.
export const AttachedFiles = /* @__PURE__ */ lazyComponent(
  /* @__PURE__ */ optionalChunk(async () => (await import('./attached-files.tsx')).AttachedFiles, { soon: true }),
)
