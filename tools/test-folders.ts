import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Linux keeps these files in memory. */
const MEMORY = '/dev/shm'
/** Four databases, two browsers and what a broken-off run has left are a fraction of it. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Where tests write: in memory where there is room, because each test's embedded database is a thousand small files.
 * What Node compiles is kept in `folder`, for the hundreds of processes that read the same files.
 */
export function testFolders(folder: string): Record<string, string> {
  return {
    ...(hasRoom() && { TMPDIR: MEMORY }),
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  }
}

function hasRoom(): boolean {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES
}
