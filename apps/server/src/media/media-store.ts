import type { ByteRange } from './byte-range.ts'

/** Where the bytes of files are kept. */
export type MediaStore = {
  /** All or nothing: neither a reader nor a crash meets half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The whole file, or a range that lies within it. Null if there is none. */
  read(key: string, range: ByteRange | null): Promise<Uint8Array | null>
  /** Succeeds if there is none. */
  remove(key: string): Promise<void>
  /** Tries to write and read. `public`: anyone can read files from the storage itself. @throws if it does not work */
  check(): Promise<'folder' | 'private' | 'public'>
}
