import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MESSAGE } from '@partyline/contract'
import { newId } from '../platform/index.ts'
import type { MediaStore } from './media-store.ts'

/** Keeps files in `media` below `dataDir`. */
export function openMediaFolder(dataDir: string): MediaStore {
  const folder = path.resolve(dataDir, 'media')
  const pathOf = (key: string) => path.join(folder, key)

  return {
    async write(key, bytes) {
      const unfinished = pathOf(`unfinished/${newId<string>()}`)
      const finished = pathOf(key)
      await mkdir(path.dirname(unfinished), { recursive: true })
      await mkdir(path.dirname(finished), { recursive: true })
      try {
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, finished)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(key, range) {
      try {
        await using file = await open(pathOf(key))
        if (!range) return await file.readFile()
        const bytes = Buffer.alloc(range.last - range.first + 1)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, range.first)
        return bytes.subarray(0, bytesRead)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      const probe = pathOf(`check-${newId<string>()}`)
      try {
        // As large as a message's files may be, so that it fails whenever they would.
        await writeFile(probe, new Uint8Array(MESSAGE.maxMediaBytes), { flush: true })
      } catch (error) {
        // The first file creates the folder.
        if (!isMissing(error)) throw error
      } finally {
        await rm(probe, { force: true })
      }
      return 'folder'
    },
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
