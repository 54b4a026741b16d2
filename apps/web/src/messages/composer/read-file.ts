import type { AttachedFile } from '../outbox/outgoing.ts'

/** Prepares chosen files for showing: a picture's size is known before it is sent, so that its room is kept. */
export function readFiles(files: Iterable<File>, newId: () => string): Promise<AttachedFile[]> {
  return Promise.all(Array.from(files, (file) => readFile(file, newId())))
}

export function releaseFiles(files: readonly AttachedFile[]): void {
  for (const { previewUrl } of files) URL.revokeObjectURL(previewUrl)
}

async function readFile(file: File, id: string): Promise<AttachedFile> {
  const previewUrl = URL.createObjectURL(file)
  const unknown = { id, file, previewUrl, width: null, height: null }
  if (!file.type.startsWith('image/')) return unknown
  const picture = new Image()
  picture.src = previewUrl
  try {
    await picture.decode()
    return { ...unknown, width: picture.naturalWidth, height: picture.naturalHeight }
  } catch {
    return unknown
  }
}
