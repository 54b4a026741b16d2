import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { hasEmbeddedDatabase } from './embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { OperatorError, RESTORE } from './operator-error.ts'

export type EmbeddedDatabase = {
  /** The folder of the Unix socket, to be given to `pg` as its host. */
  host: string
  close(): Promise<void>
}

/**
 * Starts PGlite in a worker thread behind a Unix socket that only this user can reach.
 * @throws {OperatorError} if another process holds the folder, or the database in it is damaged
 */
export async function startEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(folder)
  const host = await mkdtemp(path.join(tmpdir(), 'partyline-'))
  async function release() {
    await rm(host, { recursive: true, force: true })
    await unlock()
  }
  try {
    const isNew = !(await hasEmbeddedDatabase(folder))
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { folder: await realpath(folder), isNew, socket: path.join(host, '.s.PGSQL.5432') },
    })
    await once(worker, 'message').catch((cause: Error) => {
      const message = isNew
        ? `The embedded database cannot be created in ${folder}: ${cause.message}.`
        : `The embedded database in ${folder} cannot be opened: ${cause.message}. ${RESTORE}`
      throw new OperatorError(message, { cause })
    })
    return {
      host,
      async close() {
        worker.postMessage('stop')
        await once(worker, 'exit')
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
