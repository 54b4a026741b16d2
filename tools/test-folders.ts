import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** A file system in memory on Linux. */
const MEMORY = '/dev/shm'
/** Four databases, two browsers, and leftovers of an aborted run need a fraction of this. */
const REQUIRED_BYTES = 4 * 1024 ** 3

/**
 * Folders for tests: in memory if there is room, because each test's embedded database is a thousand small files.
 * Node's compile cache is in `folder`, for the hundreds of processes that load the same files.
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
  return bavail * bsize > REQUIRED_BYTES
}
