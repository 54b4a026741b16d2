import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, freshDatabase } from '@partyline/driver'
import { startDemoProcess } from './demo-process.ts'

/** One demo for all tests, on free ports and in an empty folder. */
export default async function startDemo(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-e2e-'))
  const database = await freshDatabase()
  const ports = { app: await freePort(), sandbox: await freePort() }
  const demo = await startDemoProcess({ ports, dataDir, databaseUrl: database.url })
  process.env['APP_URL'] = demo.appUrl
  process.env['SANDBOX_URL'] = demo.sandboxUrl
  return async () => {
    await demo.end('SIGTERM')
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
