// The app in a separate process, which may be killed. A message with a number advances its clock by this many milliseconds. The message
// `measure` requests its memory and delays.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { fastifyHubs } from '@partyline/signalr-hub/fastify'
import { createBothEncodingsHub } from './both-encodings-hub.ts'
import { createMeasure } from './measurement.ts'
import { createSettableClock } from './settable-clock.ts'

const clock = createSettableClock(Number(process.env['AHEAD_MS']))
const app = await createApp({
  config: readConfig(process.env),
  outside: outsideThrough(process.env['SANDBOX_URL'] ?? ''),
  clock: { now: () => new Date(clock.now()), after: clock.after },
})
await app.http.register(fastifyHubs, { server: createBothEncodingsHub() })
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
