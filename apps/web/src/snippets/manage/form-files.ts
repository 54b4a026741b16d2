import type { File as StoredFile, FileId } from '@partyline/contract'

/** A file in the form: one that the snippet has, under its ID, or a new one. */
export type FormFile = StoredFormFile | NewFile
type StoredFormFile = { stored: FileId; id: string; file: Pick<File, 'name' | 'type' | 'size'>; previewUrl: string }
type NewFile = { stored: null; id: string; file: File; previewUrl: string }

export function storedAsAttached({ id, fileName, contentType, publicLink, width, length }: StoredFile): FormFile {
  // The server has smaller copies of pictures.
  const previewUrl = width === null ? publicLink : `${publicLink}?w=256`
  return { stored: id, id, file: { name: fileName, type: contentType, size: length }, previewUrl }
}
