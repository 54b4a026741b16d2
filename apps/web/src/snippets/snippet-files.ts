import type { File as StoredFile } from '@partyline/contract'

/** The files of a snippet, to attach to a message. Throws if one can't be loaded. */
export function fetchFiles(media: readonly StoredFile[], signal: AbortSignal): Promise<File[]> {
  return Promise.all(
    media.map(async ({ publicLink, fileName, contentType }) => {
      const answer = await fetch(publicLink, { credentials: 'include', signal })
      if (!answer.ok) throw new Error(`A file of a snippet answered ${answer.status}.`)
      return new File([await answer.blob()], fileName, { type: contentType })
    }),
  )
}
