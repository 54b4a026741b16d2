import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hub, HubUser } from '../src/index.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

let host: HubHost
let hub: Hub<HubUser>
beforeAll(async () => {
  host = await startHost((server) => (hub = server.hub('/hub', {})))
})
afterAll(() => host[Symbol.asyncDispose]())

describe('broadcast', () => {
  test('V2: a message is encoded once for all recipients', async () => {
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

  test('V3: pending output is sent in one frame at the end of a turn', async () => {
    await using client = await connectRaw(`${host.origin}/hub`)
    for (let index = 0; index < 10; index += 1) void hub.clients.all().send('x', [index])
    const frame = await client.frame()
    expect(frame.split('\u001e').filter(Boolean)).toHaveLength(10)
  })

  test('V3: output of more than 64 KB is sent in several frames', async () => {
    await using client = await connectRaw(`${host.origin}/hub`)
    const big = 'x'.repeat(40_000)
    for (let index = 0; index < 3; index += 1) void hub.clients.all().send('x', [big])
    for (let index = 0; index < 3; index += 1) expect((await client.frame()).length).toBeLessThan(65_536)
  })

  test('V3: output that waited for a poll is sent in the same way', async () => {
    const http = createHubHttp(`${host.origin}/hub`)
    const token = await http.openLongPolling()
    const empty = '{"type":1,"target":"x","arguments":[""]}\u001e'.length
    for (const size of [100_000, 32_768, 32_768, 32_768]) {
      await hub.clients.all().send('x', ['x'.repeat(size - empty)])
    }
    const sizes = []
    for (let polls = 0; polls < 3; polls += 1) sizes.push((await (await http.request('GET', token)).text()).length)
    expect(sizes).toEqual([100_000, 65_536, 32_768])
    await http.request('DELETE', token)
  })

  test.each([0, 1, 100, 125, 126, 127, 65_535, 65_536, 200_000])(
    'V4: a frame of about %i bytes arrives whole',
    async (size) => {
      await using client = await connectRaw(`${host.origin}/hub`)
      await hub.clients.all().send('x', ['y'.repeat(size)])
      expect(await client.record()).toMatchObject({ arguments: ['y'.repeat(size)] })
    },
  )

  test('V6: each client receives its own arguments, and clients with the same ones share the encoded message', async () => {
    let encoded = 0
    let ownHub: Hub<HubUser> | undefined
    await using own = await startHost((server) => {
      ownHub = server.hub('/hub', {
        authenticate: ({ accessToken = '' }) => ({ userId: accessToken }),
        personalize: {
          score: ([scores]) => {
            const toJSON = () => (encoded += 1)
            const others = [{ value: null, toJSON }]
            return ({ userId }) => (userId === 'ada' ? [(scores as Record<string, number>).ada] : others)
          },
        },
      })
    })
    const connect = (user: string) => connectRaw(`${own.origin}/hub?access_token=${user}`)
    await using ada = await connect('ada')
    await using ben = await connect('ben')
    await using cyd = await connect('cyd')
    await ownHub?.clients.all().send('score', [{ ada: 7, ben: 8 }])
    await ownHub?.clients.all().send('other', [{ ada: 7 }])
    const records = async (client: typeof ada) => [await client.record(), await client.record()]
    const other = { type: 1, target: 'other', arguments: [{ ada: 7 }] }
    const score = (...args: unknown[]) => ({ type: 1, target: 'score', arguments: args })
    expect(await records(ada)).toEqual([score(7), other])
    expect(await records(ben)).toEqual([score(1), other])
    expect(await records(cyd)).toEqual([score(1), other])
    expect(encoded).toBe(1)
  })

  test('V5: sending arguments that cannot be encoded throws', async () => {
    await using _client = await connectRaw(`${host.origin}/hub`)
    await expect(hub.clients.all().send('x', [1n])).rejects.toThrow(TypeError)
  })
})
