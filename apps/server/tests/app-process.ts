// The app alone in a process of its own, with the sandbox of SANDBOX_URL as its outside world and a clock that is
// CLOCK_AHEAD_MS fast. With START_TOGETHER it starts when it is told to.
import { once } from 'node:events'
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '../src/index.ts'
import { createMovingClock } from './moving-clock.ts'

if (process.env['START_TOGETHER']) {
  process.send?.('loaded')
  await once(process, 'message')
}
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
