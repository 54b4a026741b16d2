import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeferred } from './support/deferred.ts'
import { type HubHost, startHost } from './support/hub-host.ts'
import { connectRaw } from './support/raw-client.ts'

let host: HubHost
let url: string
const running: string[] = []
let release = createDeferred()
beforeAll(async () => {
  host = await startHost((server) => {
    const methods = {
      Echo: (_context: unknown, value: unknown) => value,
      Hold: async (_context: unknown, name: unknown) => {
        running.push(String(name))
        await release.promise
      },
      Headers: ({ headers }: { headers: unknown }) => headers,
      Strict: {
        bind: ([value]: readonly unknown[]) => {
          if (typeof value !== 'number') throw new TypeError('secret')
          return [value]
        },
        run: (_context: unknown, value: unknown) => value,
      },
      Private: { authorize: () => false, run: () => 'secret' },
      Unsendable: () => 1n,
    }
    const streams = {
      Numbers: function* () {
        yield* [1, 2, 3]
      },
      Endless: async function* (context: { signal: AbortSignal }) {
        yield 'first'
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      },
    }
    server.hub('/hub', { methods, streams })
    server.hub('/parallel', { methods, streams, maximumParallelInvocations: 2 })
    server.hub('/detailed', { methods, streams, detailedErrors: true })
  })
  url = `${host.origin}/hub`
})
afterAll(() => host[Symbol.asyncDispose]())

type Completion = { type: 3; invocationId: string; result?: unknown; error?: string }

async function callOnce(call: object, address = url): Promise<Completion> {
  await using client = await connectRaw(address)
  client.send(`${JSON.stringify({ type: 1, invocationId: '1', arguments: [], ...call })}\u001e`)
  return (await client.record()) as Completion
}

describe('messages', () => {
  test('P1: a record may arrive in pieces, and several in one frame', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":1,"invocationId":"1","tar')
    client.send('get":"Echo","arguments":["é')
    client.send('"]}\u001e{"arguments":[2],"target":"Echo","invocationId":"2","type":1}\u001e')
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 'é' })
    expect(await client.record()).toEqual({ type: 3, invocationId: '2', result: 2 })
  })

  test('P2: unknown types and properties are ignored', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":99}\u001e{"type":8,"sequenceId":1}\u001e{"type":9,"sequenceId":1}\u001e{"type":6,"x":1}\u001e')
    client.send('{"type":3,"invocationId":"77","result":1}\u001e{"type":2,"invocationId":"9","item":1}\u001e')
    client.send('{"type":5,"invocationId":"9"}\u001e')
    client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":[1],"more":{}}\u001e')
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 1 })
  })

  test.each([
    ['{}', "Missing required property 'type'."],
    ['{"type":"1"}', "Expected 'type' to be of type Integer."],
    ['{"type":1,"arguments":[]}', "Missing required property 'target'."],
    ['{"type":1,"target":7,"arguments":[]}', "Expected 'target' to be of type String."],
    ['{"type":1,"target":"x"}', "Missing required property 'arguments'."],
    ['{"type":1,"target":"x","arguments":{}}', "Expected 'arguments' to be of type Array."],
    ['{"type":1,"invocationId":5,"target":"x","arguments":[]}', "Expected 'invocationId' to be of type String."],
    ['{"type":4,"target":"x","arguments":[]}', "Missing required property 'invocationId'."],
    ['{"type":1,"target":"x","arguments":[],"streamIds":[1]}', "Expected 'streamIds' to be of type Array of String."],
    ['{"type":1,"target":"x","arguments":[],"headers":[]}', "Expected 'headers' to be of type Object."],
    ['{"type":1,"target":"x","arguments":[],"headers":{"Foo":1}}', "Expected header 'Foo' to be of type String."],
    ['{"type":2,"invocationId":"1"}', "Missing required property 'item'."],
    [
      '{"type":3,"invocationId":"1","error":"e","result":1}',
      "The 'error' and 'result' properties are mutually exclusive.",
    ],
    ['{"type":5}', "Missing required property 'invocationId'."],
    ['{"type":9}', "Missing required property 'sequenceId'."],
    ['[]', "Unexpected JSON Token Type 'Array'. Expected a JSON Object."],
    ['"x"', "Unexpected JSON Token Type 'String'. Expected a JSON Object."],
    ['null', "Unexpected JSON Token Type 'Null'. Expected a JSON Object."],
    ['{', 'Error reading JSON.'],
    ['', 'Error reading JSON.'],
  ])('P3: %s closes the connection with a reason', async (record, reason) => {
    await using client = await connectRaw(url)
    client.send(`${record}\u001e`)
    expect(await client.record()).toEqual({
      type: 7,
      error: `Connection closed with an error. ${reason}`,
      allowReconnect: true,
    })
    expect(await client.closed).toBe(1011)
  })

  test('P4: input after a protocol violation is ignored', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":1,"target":7}\u001e{"type":1,"invocationId":"1","target":"Echo","arguments":[]}\u001e')
    expect(await client.record()).toMatchObject({ type: 7 })
    await client.closed
    await expect(client.frame()).rejects.toThrow('without another frame')
  })

  test('P5: a Close message closes the connection without an answer', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":7}\u001e')
    expect(await client.closed).toBe(1000)
  })

  test('P5: messages after a Close message are ignored', async () => {
    await using client = await connectRaw(url)
    running.length = 0
    client.send('{"type":7}\u001e{"type":1,"target":"Hold","arguments":["late"]}\u001e')
    await client.closed
    expect(running).toEqual([])
  })

  test('P6: headers of an invocation reach the method', async () => {
    expect((await callOnce({ target: 'Headers', headers: { a: 'b' } })).result).toEqual({ a: 'b' })
  })

  test('P7: text that is not UTF-8 closes the connection', async () => {
    await using client = await connectRaw(url)
    client.socket.send(Buffer.from([0x22, 0xff, 0x22, 0x1e]), { binary: true })
    expect(await client.record()).toMatchObject({ error: /not valid UTF-8/ })
  })
})

describe('invocations', () => {
  test('M8: a call without an id is never answered, not even when it fails', async () => {
    await using client = await connectRaw(url)
    client.send(
      '{"type":1,"target":"Missing","arguments":[]}\u001e{"type":1,"target":"Unsendable","arguments":[]}\u001e',
    )
    client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":["only this"]}\u001e')
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: 'only this' })
  })

  test('M9: methods run one at a time, or up to the configured number', async () => {
    const hold = (id: string) => `{"type":1,"invocationId":"${id}","target":"Hold","arguments":["${id}"]}\u001e`
    for (const [path, expected] of [
      ['/hub', ['a']],
      ['/parallel', ['a', 'b']],
    ] as const) {
      running.length = 0
      release = createDeferred()
      await using client = await connectRaw(host.origin + path)
      client.send(hold('a') + hold('b') + hold('c'))
      await expect.poll(() => running).toEqual(expected)
      client.send('{"type":1,"target":7}\u001e')
      expect(await client.record()).toMatchObject({ type: 7 })
      expect(running).toEqual(expected)
      release.resolve(undefined)
    }
  })

  test('M10: an id that is in use is refused', async () => {
    release = createDeferred()
    await using client = await connectRaw(url)
    const call = '{"type":1,"invocationId":"1","target":"Hold","arguments":[]}\u001e'
    client.send(call + call)
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', error: "Invocation ID '1' is already in use." })
    release.resolve(undefined)
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: null })
    client.send(call)
    expect(await client.record()).toEqual({ type: 3, invocationId: '1', result: null })
  })

  test('M11: an error in bind is reported without details', async () => {
    expect((await callOnce({ target: 'Strict', arguments: ['x'] })).error).toBe(
      "Failed to invoke 'Strict' due to an error on the server.",
    )
    expect((await callOnce({ target: 'strict', arguments: [4] })).result).toBe(4)
  })

  test('M12: an unauthorized caller is refused', async () => {
    expect((await callOnce({ target: 'private' })).error).toBe(
      "Failed to invoke 'Private' because user is unauthorized",
    )
  })

  test('M13: error details are sent only with detailedErrors', async () => {
    expect((await callOnce({ target: 'Strict' }, `${host.origin}/detailed`)).error).toBe(
      "Failed to invoke 'Strict' due to an error on the server. TypeError: secret",
    )
  })

  test('M14: a result that cannot be encoded fails only its call', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":1,"invocationId":"1","target":"Unsendable","arguments":[]}\u001e')
    expect(((await client.record()) as Completion).error).toMatch("An unexpected error occurred invoking 'Unsendable'")
    client.send('{"type":1,"invocationId":"2","target":"Echo","arguments":[2]}\u001e')
    expect(await client.record()).toMatchObject({ result: 2 })
  })

  test('ST4: invoking a stream and streaming a method are refused', async () => {
    expect((await callOnce({ target: 'numbers' })).error).toBe(
      "The client attempted to invoke the streaming 'Numbers' method with a non-streaming invocation.",
    )
    expect((await callOnce({ type: 4, target: 'echo' })).error).toBe(
      "The client attempted to invoke the non-streaming 'Echo' method with a streaming invocation.",
    )
  })

  test('ST5: a stream is items, then one completion', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":4,"invocationId":"s","target":"Numbers","arguments":[]}\u001e')
    for (const item of [1, 2, 3]) expect(await client.record()).toEqual({ type: 2, invocationId: 's', item })
    expect(await client.record()).toEqual({ type: 3, invocationId: 's' })
  })

  test('ST6: a cancellation in the same frame as its call is applied', async () => {
    await using client = await connectRaw(url)
    client.send(
      '{"type":4,"invocationId":"s","target":"Endless","arguments":[]}\u001e{"type":5,"invocationId":"s"}\u001e',
    )
    expect(await client.record()).toEqual({ type: 3, invocationId: 's', error: 'Stream canceled by client.' })
  })

  test('ST7: streams run alongside other methods', async () => {
    await using client = await connectRaw(url)
    client.send('{"type":4,"invocationId":"s","target":"Endless","arguments":[]}\u001e')
    expect(await client.record()).toEqual({ type: 2, invocationId: 's', item: 'first' })
    client.send('{"type":1,"invocationId":"1","target":"Echo","arguments":[1]}\u001e')
    expect(await client.record()).toMatchObject({ invocationId: '1', result: 1 })
    client.send('{"type":5,"invocationId":"s"}\u001e')
    expect(await client.record()).toMatchObject({ invocationId: 's', error: 'Stream canceled by client.' })
  })

  test('UP3: a call with the wrong number of streams is refused', async () => {
    expect((await callOnce({ target: 'Echo', streamIds: ['1'] })).error).toBe(
      'Client sent 1 stream(s), Hub method expects 0.',
    )
  })
})
