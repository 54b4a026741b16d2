import { IMAGE } from '@partyline/contract'
import { AppError } from '../platform/index.ts'
import type { MediaStore } from './media-store.ts'
import { resizePicture } from './picture.ts'
import { keyOf } from './stored-file.ts'
import type { StoredFile } from './stored-file.ts'

/** Pictures that cannot be resized are remembered up to this number. */
const MAX_REMEMBERED = 1_000

/** Smaller copies of pictures: made when first asked for, then kept. */
export function createSmallerCopies(store: MediaStore) {
  /** Several browsers ask for the same copy at once. */
  const making = new Map<string, Promise<Uint8Array | null>>()
  /** So that a picture that exceeds the deadline takes this time once. */
  const unresizable = new Set<string>()

  async function make(key: string, file: StoredFile, width: number): Promise<Uint8Array | null> {
    const original = await store.read(keyOf(file), null)
    if (!original) return null
    const copy = await resizePicture(original, width).catch((error: unknown) => {
      if (!(error instanceof AppError) && unresizable.size < MAX_REMEMBERED) unresizable.add(key)
      return null
    })
    // A copy that cannot be kept, for example on a full disk, is still served.
    if (copy) await store.write(key, copy).catch(() => {})
    return copy
  }

  const keyOfCopy = (file: StoredFile, width: number) => `${keyOf(file)}.w${width}`

  return {
    /** Where copies of it may be. */
    keysOf: (file: StoredFile): string[] =>
      file.width === null ? [] : IMAGE.widths.map((width) => keyOfCopy(file, width)),
    /** Null if there is none: then the picture itself is served. */
    async get(file: StoredFile, width: number): Promise<Uint8Array | null> {
      const key = keyOfCopy(file, width)
      const kept = await store.read(key, null)
      if (kept) return kept
      if (unresizable.has(key)) return null
      const copy = making.get(key) ?? make(key, file, width).finally(() => making.delete(key))
      making.set(key, copy)
      return copy
    },
  }
}
