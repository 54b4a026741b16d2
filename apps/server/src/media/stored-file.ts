import type { FileId } from '@partyline/contract'

/** A file as it is kept: its row, and under `directory`/`fileId` its bytes. */
export type StoredFile = {
  fileId: FileId
  directory: string
  fileName: string
  contentType: string
  /** Bytes. */
  length: number
  /** Displayed width in pixels; null if it isn't a picture. */
  width: number | null
  height: number | null
}

/** The storage key of its bytes, without any input from callers. */
export function keyOf({ directory, fileId }: StoredFile): string {
  return `${directory}/${fileId}`
}
