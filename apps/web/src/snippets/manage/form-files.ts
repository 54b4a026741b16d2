import type { CallBody, File as StoredFile, FileId } from '@partyline/contract'
import type { Attached } from '../../media/index.ts'

/** A file in the form: one that the snippet has, under its ID, or a new one. */
export type FormFile = { stored: FileId; id: string; file: Attached['file']; previewUrl: string } | NewFile
type NewFile = { stored: null; id: string; file: File; previewUrl: string }

export function storedAsAttached({ id, fileName, contentType, publicLink, width }: StoredFile): FormFile {
  // The server has smaller copies of pictures.
  const previewUrl = width === null ? publicLink : `${publicLink}?w=256`
  return { stored: id, id, file: { name: fileName, type: contentType }, previewUrl }
}

export async function encodeFile(file: File): Promise<CallBody<'snippets.create'>['media'][number]> {
  const base64 = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
  // If the browser doesn't know the type, the server looks at the bytes.
  return { fileName: file.name, contentType: file.type || 'application/octet-stream', base64 }
}
