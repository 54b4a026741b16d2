// The app alone in a process of its own, with the sandbox of SANDBOX_URL as its outside world and a clock that is
// CLOCK_AHEAD_MS fast.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '../src/index.ts'
import { createMovingClock } from './moving-clock.ts'

const clock = createMovingClock()
clock.pass(Number(process.env['CLOCK_AHEAD_MS'] ?? 0))
const app = await createApp({
  config: readConfig(process.env),
  outside: outsideThrough(process.env['SANDBOX_URL'] ?? ''),
  clock,
})
await app.start()
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.send?.('listening')
