import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is none that the system lends to connections, and none is given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set(ports).size).toBe(50)
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...ports)).toBeLessThan(32_000)
})

test('a port that somebody listens on is passed over', async () => {
  const taken = createServer()
  const port = (await freePort()) + 1
  // Where somebody else listens on it already, it is taken too.
  await new Promise<unknown>((resolve) => taken.once('error', resolve).listen(port, 'localhost', () => resolve(null)))
  try {
    expect(await freePort()).not.toBe(port)
  } finally {
    taken.close()
  }
})
