import { rename, rm, rmdir } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { durableOptions } from './durable-node-fs.ts'
import type { EmbeddedNews } from './embedded-database.ts'
import { holdReserve } from './storage-reserve.ts'

// PGlite blocks its thread during a statement, so it does not run in the server's thread.
const { folder, isNew, socket } = workerData as { folder: string; isNew: boolean; socket: string }

/** Why it does not open, and the detail. */
const MAX_REASONS = 2
/** One is used. One that was lost may not have been closed here yet when the next one comes. */
const MAX_CONNECTIONS = 10

const tell = (news: EmbeddedNews) => parentPort?.postMessage(news)
const reserve = holdReserve(`${folder}-reserve`, (isFull) => tell({ isFull }))

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
  let isOpen = false
  const onLogLine = (line: string) => {
    const reason = /(?:FATAL|PANIC|DETAIL|^postgres): +(.+?)\.?$/.exec(line)?.[1]
    if (reason && isOpen && line.includes('PANIC:')) end(reason)
    if (reason && reasons.length < MAX_REASONS) reasons.push(reason)
  }
  try {
    // Before it is open, no one can request a checkpoint, and recovery makes one.
    const onWalGrowth = () => isOpen && tell('walGrowth')
    const pglite = await PGlite.create(durableOptions(place, { reserve, onLogLine, onWalGrowth }))
    isOpen = true
    return pglite
  } catch (cause) {
    throw new Error(reasons.join(': ') || String(cause), { cause })
  }
}

/** PostgreSQL has given up and must write nothing more. Only opening it again, which replays its log, helps. */
function end(reason: string): never {
  tell({ reason })
  process.exit(1)
}

if (isNew) await createDatabase()
const pglite = await open(folder)
const run = pglite.execProtocolRawStream.bind(pglite)
// PostgreSQL's own errors are responses. An exception is a crash, after which the socket server would not respond.
pglite.execProtocolRawStream = (...parameters) => run(...parameters).catch((error: unknown) => end(String(error)))
const server = new PGLiteSocketServer({ db: pglite, path: socket, maxConnections: MAX_CONNECTIONS })
await server.start()
async function stop() {
  await server.stop()
  await pglite.close()
  reserve.close()
  parentPort?.close()
}
parentPort?.once('message', () => void stop())
tell('ready')
