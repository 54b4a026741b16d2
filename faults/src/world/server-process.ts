// The app in a process of its own, which may be killed. Its clock is set ahead by messages: a number of milliseconds.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { createSettableClock } from './settable-clock.ts'

const clock = createSettableClock(Number(process.env['AHEAD_MS']))
const app = await createApp({
  config: readConfig(process.env),
  outside: outsideThrough(process.env['SANDBOX_URL'] ?? ''),
  clock: { now: () => new Date(clock.now()), after: clock.after },
})
process.on('message', (milliseconds: number) => {
  clock.pass(milliseconds)
  process.send?.('passed')
})
process.on('disconnect', () => process.exit())
await app.start()
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.send?.('listening')
