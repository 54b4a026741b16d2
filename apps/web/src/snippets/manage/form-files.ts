import type { CallBody, File as StoredFile, FileId } from '@partyline/contract'

/** A file in the form: one that the snippet has, under its ID, or a new one. */
export type FormFile = StoredFormFile | NewFile
type StoredFormFile = { stored: FileId; id: string; file: Pick<File, 'name' | 'type' | 'size'>; previewUrl: string }
type NewFile = { stored: null; id: string; file: File; previewUrl: string }

export function storedAsAttached({ id, fileName, contentType, publicLink, width, length }: StoredFile): FormFile {
  // The server has smaller copies of pictures.
  const previewUrl = width === null ? publicLink : `${publicLink}?w=256`
  return { stored: id, id, file: { name: fileName, type: contentType, size: length }, previewUrl }
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
  return { fileName: file.name, contentType: file.type, base64 }
}
