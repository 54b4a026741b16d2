import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Pictures, stored by the hash of their content. */
export interface Blobs {
  put(bytes: Buffer): string
  get(id: string): Buffer | null
}

/** Stores bytes in a folder, or in memory if there is none. */
export function createBlobs(folder: string | null): Blobs {
  return folder === null ? blobsInMemory() : blobsInFolder(folder)
}

function blobsInMemory(): Blobs {
  const kept = new Map<string, Buffer>()
  return {
    put(bytes) {
      const id = hash(bytes)
      kept.set(id, bytes)
      return id
    },
    get: (id) => kept.get(id) ?? null,
  }
}

function blobsInFolder(folder: string): Blobs {
  mkdirSync(folder, { recursive: true })
  return {
    put(bytes) {
      const id = hash(bytes)
      const file = path.join(folder, id)
      // Renaming makes the write atomic.
      writeFileSync(`${file}.part`, bytes)
      renameSync(`${file}.part`, file)
      return id
    },
    get(id) {
      const file = path.join(folder, id)
      return /^[0-9a-f]{64}$/.test(id) && existsSync(file) ? readFileSync(file) : null
    },
  }
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
