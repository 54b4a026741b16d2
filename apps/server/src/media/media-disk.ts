import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { newId } from '../platform/index.ts'

/** Where bytes are kept: a folder now; flydrive has the same port for S3. */
export type MediaDisk = {
  /** Whole or not at all: a reader, or a crash, never meets half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(key: string): Promise<Uint8Array | null>
}

export function openMediaDisk(dataDir: string): MediaDisk {
  const disk = new Disk(new FSDriver({ location: path.resolve(dataDir, 'media'), visibility: 'private' }))
  return {
    async write(key, bytes) {
      const unfinished = `unfinished/${newId<string>()}`
      await disk.put(unfinished, bytes)
      await disk.move(unfinished, key)
    },
    async read(key) {
      return (await disk.exists(key)) ? disk.getBytes(key) : null
    },
  }
}
