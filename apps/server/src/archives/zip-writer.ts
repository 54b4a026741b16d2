import { createHash } from 'node:crypto'
import { Zip, ZipDeflate } from 'fflate'

/** Compressed at a time: a few milliseconds of work. */
const SLICE_BYTES = 65_536
/** Without it, Info-ZIP’s unzip treats names as MS-DOS names. ZIP specification, section 4.4.2. */
const UNIX = 3
const FILE_FOR_ALL_TO_READ = 0o10_0644 << 16

type ZipEntry = { path: string; length: number; sha256: string }

export type ZipWriter = {
  /** The entries so far. */
  entries: readonly ZipEntry[]
  /** Bytes so far, without those still being compressed. */
  length(): number
  add(path: string, content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Promise<void>
  /** The ZIP file. */
  end(): Buffer
}

/** A ZIP file in memory. `breathe` is awaited between slices of work. */
export function createZipWriter({ at, breathe }: { at: Date; breathe: () => Promise<void> }): ZipWriter {
  const entries: ZipEntry[] = []
  const chunks: Uint8Array[] = []
  let length = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
    length += chunk.length
  })

  return {
    entries,
    length: () => length,
    async add(path, content) {
      const entry = new ZipDeflate(path)
      entry.mtime = at
      entry.os = UNIX
      entry.attrs = FILE_FOR_ALL_TO_READ
      zip.add(entry)
      const hash = createHash('sha256')
      let written = 0
      for await (const piece of content) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(bytes)
        written += bytes.length
        for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
          entry.push(bytes.subarray(start, start + SLICE_BYTES))
          await breathe()
        }
      }
      entry.push(new Uint8Array(0), true)
      entries.push({ path, length: written, sha256: hash.digest('hex') })
    },
    end() {
      zip.end()
      return Buffer.concat(chunks)
    },
  }
}
