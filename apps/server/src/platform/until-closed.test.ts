import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { untilClosed } from './until-closed.ts'

test('the signal aborts if the caller disconnects, but not after a reply', async () => {
  const app = Fastify()
  const signals: AbortSignal[] = []
  app.get('/answered', async (_, reply) => {
    signals.push(untilClosed(reply))
    return 'Done'
  })
  const { promise: called, resolve: begin } = Promise.withResolvers<AbortSignal>()
  app.get('/long', async (_, reply) => {
    const signal = untilClosed(reply)
    begin(signal)
    await once(signal, 'abort')
    return 'Nobody reads this'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  await (await fetch(`${url}/answered`)).text()
  const caller = new AbortController()
  const gone = fetch(`${url}/long`, { signal: caller.signal }).catch(() => 'gone')
  const signal = await called
  expect(signal.aborted).toBe(false)
  caller.abort()
  expect(await gone).toBe('gone')
  if (!signal.aborted) await once(signal, 'abort')
  await app.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})
