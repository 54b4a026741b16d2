import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { connectRaw } from './support/raw-client.ts'

let host: HubHost
let hub: Hub<HubUser>
beforeAll(async () => {
  host = await startHost((server) => (hub = server.hub('/hub', {})))
})
afterAll(() => host[Symbol.asyncDispose]())

describe('broadcast', () => {
  test('V2: a message is written once, however many get it', async () => {
    await using one = await connectRaw(`${host.origin}/hub`)
    await using two = await connectRaw(`${host.origin}/hub`)
    let written = 0
    const value = { toJSON: () => (written += 1) }
    await hub.clients.all().send('x', [value])
    expect(await Promise.all([one.record(), two.record()])).toEqual(
      Array.from({ length: 2 }, () => ({ type: 1, target: 'x', arguments: [1] })),
    )
    expect(written).toBe(1)
  })

  test('V3: what waits for a connection at the end of a turn leaves in one frame', async () => {
    await using client = await connectRaw(`${host.origin}/hub`)
    for (let index = 0; index < 10; index += 1) void hub.clients.all().send('x', [index])
    const frame = await client.frame()
    expect(frame.split('\u001e').filter(Boolean)).toHaveLength(10)
  })

  test.each([0, 1, 100, 125, 126, 127, 65_535, 65_536, 200_000])(
    'V4: a frame of about %i bytes arrives whole',
    async (size) => {
      await using client = await connectRaw(`${host.origin}/hub`)
      await hub.clients.all().send('x', ['y'.repeat(size)])
      expect(await client.record()).toMatchObject({ arguments: ['y'.repeat(size)] })
    },
  )

  test('V5: arguments that cannot be encoded are an error of the sender', async () => {
    await using _client = await connectRaw(`${host.origin}/hub`)
    await expect(hub.clients.all().send('x', [1n])).rejects.toThrow(TypeError)
  })
})
