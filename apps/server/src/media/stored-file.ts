import type { FileId } from '@partyline/contract'

/** A file as it is kept: its row, and under `directory`/`fileId` its bytes. */
export type StoredFile = {
  fileId: FileId
  directory: string
  fileName: string
  contentType: string
  /** Bytes. */
  length: number
  /** Pixels as it is shown, null where it is no picture. */
  width: number | null
  height: number | null
}

/** Where its bytes lie. No word of a caller's is part of it. */
export function keyOf({ directory, fileId }: StoredFile): string {
  return `${directory}/${fileId}`
}
