import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder } from './folder-lock.ts'

export type EmbeddedDatabase = {
  /** The folder of the Unix socket, to be given to `pg` as its host. */
  host: string
  close(): Promise<void>
}

/** Starts PGlite in a worker thread behind a Unix socket that only this user can reach. */
export async function startEmbeddedDatabase(folder: string): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(folder)
  const host = await mkdtemp(path.join(tmpdir(), 'partyline-'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, socket: path.join(host, '.s.PGSQL.5432') },
  })
  await once(worker, 'message')
  return {
    host,
    async close() {
      worker.postMessage('stop')
      await once(worker, 'exit')
      await rm(host, { recursive: true, force: true })
      await unlock()
    },
  }
}
