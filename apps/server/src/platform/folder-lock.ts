import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/** Another process holds the folder. */
export class FolderInUse extends OperatorError {}

/**
 * Holds a folder for this process alone. The kernel keeps the lock (an abstract socket on Linux, a named pipe on
 * Windows), so it ends with the process, however the process ends.
 * @throws {FolderInUse} if another process holds the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const name = `partyline-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)}`
  const server = createServer().unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(
        new FolderInUse(`Another process uses the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`),
      ),
    )
    server.listen(addressOf(name), resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function addressOf(name: string) {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.join(tmpdir(), name)
}
