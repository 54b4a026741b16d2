import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { cleanPicture, isPictureType } from './picture.ts'

/** The actual type of a file. */
export type FileContent = {
  contentType: string
  /** Without the dot. */
  extension: string
  bytes: Uint8Array
  width: number | null
  height: number | null
}

/** Types without magic bytes that are taken at their word where the bytes are text. None of them is shown inline. */
const TEXTS = new Map([
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/calendar', 'ics'],
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
])
const SVG = 'image/svg+xml'

/** Only what a browser shows or plays without running anything in it. */
const INLINE = /^(image\/(jpeg|png|gif|webp|avif)|(audio|video)\/.+)$/

export function isShownInline(contentType: string): boolean {
  return INLINE.test(contentType)
}

/** The bytes decide what a file is. Null where it was declared to be a picture and is none that can be read. */
export async function readContent(bytes: Uint8Array, declared: string): Promise<FileContent | null> {
  const declaredType = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  const found = await fileTypeFromBuffer(bytes)
  const type = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  const isDeclaredPicture = declaredType.startsWith('image/')

  if (type && isPictureType(type)) {
    const picture = await cleanPicture(bytes, type)
    if (picture) return { contentType: type, extension: found?.ext === 'apng' ? 'png' : (found?.ext ?? ''), ...picture }
    return isDeclaredPicture ? null : plainFile(bytes)
  }
  if (declaredType === SVG && isSvg(bytes)) return file(bytes, SVG, 'svg')
  if (isDeclaredPicture && !type?.startsWith('image/')) return null
  if (found && type) return file(bytes, type, found.ext)
  const extension = TEXTS.get(declaredType)
  return extension && isUtf8(bytes) ? file(bytes, declaredType, extension) : plainFile(bytes)
}

/** A kind of picture, such as HEIC, that cannot be looked into here: it may tell where it was taken. */
export function isUnreadablePicture(contentType: string): boolean {
  return contentType.startsWith('image/') && contentType !== SVG && !isPictureType(contentType)
}

/** A file of which nothing is known. */
export function plainFile(bytes: Uint8Array): FileContent {
  return file(bytes, 'application/octet-stream', 'bin')
}

function file(bytes: Uint8Array, contentType: string, extension: string): FileContent {
  return { contentType, extension, bytes, width: null, height: null }
}

function isSvg(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && /<svg[\s>]/i.test(Buffer.from(bytes).toString('utf8'))
}
