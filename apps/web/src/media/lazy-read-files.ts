import { optionalChunk } from '../platform/chunks.ts'

const loadReadFiles = /* @__PURE__ */ optionalChunk(async () => (await import('./read-file.ts')).readFiles, {
  soon: true,
})

/** Prepares files for sending. Detecting their types takes code that the first load does without. */
export async function readFiles(files: readonly File[]) {
  const read = await loadReadFiles()
  return read(files, () => crypto.randomUUID())
}
