import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { durableOptions } from './durable-node-fs.ts'

// PGlite blocks its thread for as long as a statement takes: here that thread is not the server's.
const { folder, socket } = workerData as { folder: string; socket: string }
const pglite = await PGlite.create(durableOptions(folder))
const server = new PGLiteSocketServer({ db: pglite, path: socket })
await server.start()
parentPort?.once('message', () => {
  void server
    .stop()
    .then(() => pglite.close())
    .then(() => parentPort?.close())
})
parentPort?.postMessage('ready')
