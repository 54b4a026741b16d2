import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHandshakePhase } from '../src/hubs/handshake.ts'
import { messagePackProtocol } from '../src/messagepack.ts'
import { jsonProtocol } from '../src/protocol/json-protocol.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { createHubHttp } from './support/http.ts'
import { createManualClock } from './support/manual-clock.ts'
import { connectRaw } from './support/raw-client.ts'

const clock = createManualClock()
let host: HubHost
let url: string
beforeAll(async () => {
  host = await startHost((server) => server.hub('/hub', { methods: { Echo: (_context, value) => value } }), {
    clock,
    protocols: [messagePackProtocol],
  })
  url = `${host.origin}/hub`
})
afterAll(() => host[Symbol.asyncDispose]())

async function answerTo(...frames: readonly string[]): Promise<{ error: string; code: number }> {
  await using client = await connectRaw(url, { handshake: false })
  for (const frame of frames) client.send(frame)
  const { error } = (await client.record()) as { error: string }
  return { error, code: await client.closed }
}

describe('the handshake', () => {
  test('H1: success is an empty record', async () => {
    await using client = await connectRaw(url, { handshake: false })
    client.send('{"protocol":"json","version":1}\u001e')
    expect(await client.frame()).toBe('{}\u001e')
  })

  test('H2: an unsupported protocol or version is refused before the socket closes', async () => {
    expect(await answerTo('{"protocol":"xml","version":1}\u001e')).toEqual({
      error: "The protocol 'xml' is not supported.",
      code: 1000,
    })
    for (const version of [-1, 0, 3]) {
      expect(await answerTo(`{"protocol":"json","version":${version}}\u001e`)).toEqual({
        error: `The server does not support version ${version} of the 'json' protocol.`,
        code: 1000,
      })
    }
  })

  test('H3: an invalid handshake is refused with an error', async () => {
    const refused = ['nonsense\u001e', '[]\u001e', 'null\u001e', '{"version":1}\u001e', '{"protocol":"json"}\u001e']
    for (const text of refused) expect((await answerTo(text)).error).toMatch(/handshake/)
  })

  test('H4: a handshake may arrive in pieces, and messages may follow in its frame', async () => {
    await using client = await connectRaw(url, { handshake: false })
    client.send('{"protocol":"js')
    client.send('on","version":1}\u001e{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}\u001e')
    expect(await client.record()).toEqual({})
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 'x' })
  })

  test('H5: a handshake larger than the maximum message size is refused', async () => {
    expect((await answerTo('x'.repeat(20_000), 'x'.repeat(20_000))).error).toMatch('maximum message size of 32768B')
  })

  test('H5: only the handshake itself counts, not what follows in its frame', () => {
    const request = '{"protocol":"json","version":1}'
    const read = (maximumSize: number, ...chunks: readonly string[]) => {
      const options = { protocols: [jsonProtocol], transport: () => 'WebSockets' as const, maximumSize }
      const phase = createHandshakePhase(options)
      return chunks.map((chunk) => phase.read(Buffer.from(chunk))).at(-1)
    }
    const rest = 'x'.repeat(request.length + 1)
    const complete = { protocol: jsonProtocol, rest: Buffer.from(rest) }
    expect(read(request.length, `${request}\u001e${rest}`)).toEqual(complete)
    expect(read(request.length, request, `\u001e${rest}`)).toEqual(complete)
    expect(() => read(request.length - 1, `${request}\u001e`)).toThrow('maximum message size')
  })

  test('H6: a handshake that does not complete within 15 seconds is refused', async () => {
    await using client = await connectRaw(url, { handshake: false })
    clock.advance(15_000)
    expect(await client.record()).toEqual({ error: 'Handshake was canceled.' })
  })

  test('H7: MessagePack is refused on Server-Sent Events', async () => {
    const http = createHubHttp(url)
    const token = await http.negotiate()
    const stream = await http.request('GET', token, { headers: { Accept: 'text/event-stream' } })
    await http.request('POST', token, { body: '{"protocol":"messagepack","version":1}\u001e' })
    expect(await stream.text()).toMatch(
      `"Cannot use the 'messagepack' protocol on the current transport. The transport does not support 'Binary' transfer`,
    )
  })

  test('H8: protocol version 2 is accepted, because clients may ask for it', async () => {
    await using client = await connectRaw(url, { handshake: false })
    client.send('{"protocol":"json","version":2}\u001e')
    expect(await client.record()).toEqual({})
  })
})
