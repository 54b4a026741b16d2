import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase } from '@partyline/driver'
import { startDemoProcess } from './demo-process.ts'

export type Demo = { appUrl: string; sandboxUrl: string; end(): Promise<void> }

/** A demo on free ports, with an empty folder and its own database. */
export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-e2e-'))
  const database = await freshDatabase()
  const ports = { app: await freePort(), sandbox: await freePort() }
  const demo = await startDemoProcess({ ports, dataDir, databaseUrl: database.url })
  return {
    appUrl: demo.appUrl,
    sandboxUrl: demo.sandboxUrl,
    async end() {
      await demo.end('SIGTERM')
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
