import type { AttachedFile } from '../core/outbox/outgoing.ts'

/** Prepares files for preview. A picture's size is read before it is sent, so that its space can be reserved. */
export function readFiles(files: Iterable<File>, newId: () => string): Promise<AttachedFile[]> {
  return Promise.all(Array.from(files, (file) => readFile(file, newId())))
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
