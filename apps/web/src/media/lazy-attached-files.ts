import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

// The first load also imports this folder, and drops unused exports.
export const AttachedFiles = /* @__PURE__ */ lazyComponent(
  /* @__PURE__ */ optionalChunk(async () => (await import('./attached-files.tsx')).AttachedFiles, { soon: true }),
)
