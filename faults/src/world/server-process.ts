// The app in a process of its own, which may be killed. Its clock is set ahead by messages: a number of milliseconds. The message
// `measure` asks for its memory and delays.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { createMeasure } from './measurement.ts'
import { createSettableClock } from './settable-clock.ts'

const clock = createSettableClock(Number(process.env['AHEAD_MS']))
const app = await createApp({
  config: readConfig(process.env),
  outside: outsideThrough(process.env['SANDBOX_URL'] ?? ''),
  clock: { now: () => new Date(clock.now()), after: clock.after },
})
const measure = createMeasure()
process.on('message', (request: number | 'measure') => {
  if (request === 'measure') {
    process.send?.(measure())
    return
  }
  clock.pass(request)
  process.send?.('passed')
})
process.on('disconnect', () => process.exit())
await app.start()
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.send?.('listening')
