import { rename, rm, rmdir } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { durableOptions } from './durable-node-fs.ts'

// PGlite blocks its thread for as long as a statement takes: here that thread is not the server's.
const { folder, isNew, socket } = workerData as { folder: string; isNew: boolean; socket: string }

/** Why it does not open, and the detail. */
const MAX_REASONS = 2

/** Creates the database next to its folder and moves it there when it is complete: a crash leaves no half of one. */
async function createDatabase() {
  const unfinished = `${folder}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await (await open(unfinished)).close()
  await rmdir(folder)
  await rename(unfinished, folder)
}

/** @throws the reason that PostgreSQL gives, which PGlite keeps to itself */
async function open(place: string): Promise<PGlite> {
  const reasons: string[] = []
  const keepReason = (line: string) => {
    const reason = /(?:FATAL|PANIC|DETAIL|^postgres): +(.+?)\.?$/.exec(line)?.[1]
    if (reason && reasons.length < MAX_REASONS) reasons.push(reason)
  }
  try {
    return await PGlite.create(durableOptions(place, keepReason))
  } catch (cause) {
    throw new Error(reasons.join(': ') || String(cause), { cause })
  }
}

if (isNew) await createDatabase()
const pglite = await open(folder)
const server = new PGLiteSocketServer({ db: pglite, path: socket })
await server.start()
parentPort?.once('message', () => {
  void server
    .stop()
    .then(() => pglite.close())
    .then(() => parentPort?.close())
})
parentPort?.postMessage('ready')
