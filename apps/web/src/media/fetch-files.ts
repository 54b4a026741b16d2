import type { File as StoredFile } from '@partyline/contract'

const TIMEOUT_MS = 30_000

/** Stored files, to attach to a message. Throws if one can't be loaded in time. */
export function fetchFiles(media: readonly StoredFile[], signal?: AbortSignal): Promise<File[]> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const init = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
  return Promise.all(
    media.map(async ({ publicLink, fileName, contentType }) => {
      const response = await fetch(publicLink, init)
      if (!response.ok) throw new Error(`A file could not be loaded: ${response.status}`)
      return new File([await response.blob()], fileName, { type: contentType })
    }),
  )
}
