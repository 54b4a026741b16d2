import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a free port is not an ephemeral port of the system, and is given only once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(new Set(ports).size).toBe(50)
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...ports)).toBeLessThan(32_000)
})

test('a port in use is skipped', async () => {
  const taken = createServer()
  const port = (await freePort()) + 1
  // If another program already listens on it, it is in use as well.
  await new Promise<unknown>((resolve) => taken.once('error', resolve).listen(port, 'localhost', () => resolve(null)))
  try {
    expect(await freePort()).not.toBe(port)
  } finally {
    taken.close()
  }
})
