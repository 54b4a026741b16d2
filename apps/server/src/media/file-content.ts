import { UNKNOWN_TYPE } from '@partyline/contract'
import type { FileType } from '@partyline/contract'
import { cleanPicture, isPictureType } from './picture.ts'

/** A file's bytes, and their type. */
export type FileContent = FileType & {
  bytes: Uint8Array
  width: number | null
  height: number | null
}

/** Only types that a browser shows or plays without running their contents. */
const INLINE = /^(image\/(jpeg|png|gif|webp|avif)|(audio|video)\/.+)$/

export function isShownInline(contentType: string): boolean {
  return INLINE.test(contentType)
}

/** Null for a picture that cannot be read. */
export async function readContent(bytes: Uint8Array, type: FileType): Promise<FileContent | null> {
  if (!isPictureType(type.contentType)) return { ...type, bytes, width: null, height: null }
  const picture = await cleanPicture(bytes, type.contentType)
  return picture && { ...type, ...picture }
}

/** A file of which nothing is known. */
export function plainFile(bytes: Uint8Array): FileContent {
  return { ...UNKNOWN_TYPE, bytes, width: null, height: null }
}
