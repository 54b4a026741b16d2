// The app alone in a process of its own, with the sandbox of SANDBOX_URL as its outside world.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '../src/index.ts'

const app = await createApp({
  config: readConfig(process.env),
  outside: outsideThrough(process.env['SANDBOX_URL'] ?? ''),
})
await app.start()
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.send?.('listening')
