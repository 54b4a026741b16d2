import { endingOf, FILE_TEXTS, fileTypeOf, MESSAGE, unsendable } from '@partyline/contract'
import type { AttachedFile } from '../core/outbox/outgoing.ts'
import { isolated } from '../platform/isolated.ts'

/**
 * Prepares files for sending: their type is that of their contents, not the one that the system names. A picture's size is read
 * before it is sent, so that its space can be reserved.
 */
export function readFiles(files: Iterable<File>, newId: () => string): Promise<AttachedFile[]> {
  return Promise.all(Array.from(files, (file) => readFile(file, newId())))
}

async function readFile(chosen: File, id: string): Promise<AttachedFile> {
  const { file, problem } = await checkFile(chosen)
  const previewUrl = URL.createObjectURL(file)
  const unknown = { id, file, previewUrl, width: null, height: null, ...(problem !== null && { problem }) }
  if (problem !== null || !file.type.startsWith('image/')) return unknown
  const picture = new Image()
  picture.src = previewUrl
  try {
    await picture.decode()
    return { ...unknown, width: picture.naturalWidth, height: picture.naturalHeight }
  } catch {
    return unknown
  }
}

type Checked = { file: File; problem: string | null }

/** The file under its real type, or why it can't be sent. */
export async function checkFile(chosen: File): Promise<Checked> {
  const { name: fileName, type: declaredType } = chosen
  const name = isolated(fileName)
  const bytes = await readStart(chosen)
  if (bytes === null) return { file: chosen, problem: FILE_TEXTS.unreadable(name) }
  if (bytes.length === 0) return { file: chosen, problem: FILE_TEXTS.empty(name) }
  const { contentType } = await fileTypeOf(bytes, { fileName, declaredType })
  const converted = /^image\/hei[cf]/.test(contentType) ? await convertToJpeg(chosen) : null
  if (converted) return { file: converted, problem: null }
  const file = new File([chosen], fileName, { type: contentType })
  return { file, problem: unsendable({ fileName: name, contentType }) }
}

/** Larger files are rejected for their size. Null for a folder, or a file that is gone. */
async function readStart(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, MESSAGE.maxMediaBytes).arrayBuffer())
  } catch {
    return null
  }
}

/** Maximum for pictures to phones, in pixels. A JPEG of this size fits into a message. */
const MAX_SIDE = 2560

/** Converts a HEIC picture in Safari, which can read it. Null in browsers that can't. */
async function convertToJpeg(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    const stem = endingOf(file.name) === '' ? file.name : file.name.replace(/\.\w+\s*$/, '')
    return new File([jpeg], `${stem}.jpg`, { type: jpeg.type })
  } catch {
    return null
  }
}
