import { describe, expect, test } from 'vitest'
import type { HubOptions, HubUser } from '../src/index.ts'
import { createDeferred } from './support/deferred.ts'
import { type HubHostOptions, startHost } from './support/hub-host.ts'
import { createHubHttp, type HubHttp } from './support/http.ts'
import { connectRaw } from './support/raw-client.ts'

const item = (value: unknown = 1) => `{"type":2,"invocationId":"u","item":${JSON.stringify(value)}}\u001e`
const call = (target: string, more: object = {}) =>
  `${JSON.stringify({ type: 1, invocationId: target, target, arguments: [], ...more })}\u001e`
const upload = (target: string) => call(target, { streamIds: ['u'] })
const END = '{"type":3,"invocationId":"u"}\u001e'

/** The context of a method that calls its client. */
type Asking = { clients: { caller(): { invoke(target: string, args: unknown[]): Promise<unknown> } } }

type Methods = NonNullable<HubOptions<HubUser>['methods']>

/** A hub with a polling client; methods wait for `release`. */
async function open(methods: (release: Promise<unknown>) => Methods, limits: HubHostOptions = {}) {
  const release = createDeferred()
  const host = await startHost((server) => server.hub('/hub', { methods: methods(release.promise) }), limits)
  const http: HubHttp = createHubHttp(`${host.origin}/hub`)
  const token = await http.openLongPolling()
  const unanswered = new Set<Promise<unknown>>()
  return {
    url: `${host.origin}/hub`,
    release: () => release.resolve(undefined),
    /** The status of the answer. */
    async post(body: string): Promise<number> {
      return (await http.request('POST', token, { body })).status
    },
    /** The same, for a paused client. */
    postLater(body: string) {
      const answer = http.request('POST', token, { body }).then(({ status }) => status)
      unanswered.add(answer)
      void answer.finally(() => unanswered.delete(answer))
      return { answer, isAnswered: () => !unanswered.has(answer) }
    },
    /** Gives the server time to do what it would do at once: it answers other requests meanwhile. */
    async letServerWork() {
      for (let times = 0; times < 30; times += 1) await (await fetch(host.origin)).text()
    },
    /** The records in the response to the next poll. */
    async poll(): Promise<unknown[]> {
      const text = await (await http.request('GET', token)).text()
      return text
        .split('\u001e')
        .filter(Boolean)
        .map((record) => JSON.parse(record))
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

async function countItems(items: unknown): Promise<number> {
  let count = 0
  for await (const _item of items as AsyncIterable<unknown>) count += 1
  return count
}

describe('waiting calls', () => {
  const hold = (release: Promise<unknown>) => ({
    Hold: () => release,
    Echo: (_context: unknown, value: unknown) => value,
  })

  test('Q7: may fill the queue exactly', async () => {
    const waiting = call('Echo')
    await using hub = await open(hold, { maximumQueuedBytes: waiting.length - 1 })
    await hub.post(call('Hold'))
    expect(await hub.post(waiting)).toBe(200)
    const more = hub.postLater(call('Echo', { invocationId: '2' }))
    await hub.letServerWork()
    expect(more.isAnswered()).toBe(false)
    hub.release()
    expect(await more.answer).toBe(200)
  })

  test('Q7: input sent before the pause never closes the connection', async () => {
    const limits = { maximumReceiveMessageSize: 1_000, maximumQueuedBytes: 1_600, maximumBufferedBytes: 2_000 }
    let calls = 0
    await using hub = await open((release) => ({ Hold: () => release, Count: () => (calls += 1) }), limits)
    await hub.post(call('Hold'))
    const some = `{"type":1,"target":"Count","arguments":[]}\u001e`.repeat(35)
    await hub.post(some)
    const more = hub.postLater(some)
    await hub.letServerWork()
    expect(more.isAnswered()).toBe(false)
    hub.release()
    expect(await more.answer).toBe(200)
    await expect.poll(() => calls).toBe(70)
  })

  test('Q8: a method that reads an upload gets its items while calls wait behind it', async () => {
    const methods = () => ({ Count: { uploads: 1, run: (_context: unknown, items: unknown) => countItems(items) } })
    await using hub = await open(methods, { maximumQueuedBytes: 100 })
    await hub.post(upload('Count'))
    await hub.letServerWork()
    expect(await hub.post(call('Late', { arguments: ['x'.repeat(200)] }))).toBe(200)
    expect(await hub.post(item().repeat(3) + END)).toBe(200)
    expect(await hub.poll()).toContainEqual({ type: 3, invocationId: 'Count', result: 3 })
  })

  test('Q8: a paused client is read again when a method calls it', async () => {
    const methods = (release: Promise<unknown>) => ({
      Ask: async ({ clients }: Asking) => {
        await release
        return clients.caller().invoke('question', [])
      },
    })
    await using hub = await open(methods, { maximumQueuedBytes: 100 })
    await hub.post(call('Ask'))
    const later = hub.postLater(call('Later', { arguments: ['x'.repeat(200)] }))
    await hub.letServerWork()
    expect(later.isAnswered()).toBe(false)
    hub.release()
    expect(await later.answer).toBe(200)
    expect(await hub.poll()).toMatchObject([{ type: 1, target: 'question' }])
    await hub.post(`{"type":3,"invocationId":"s1","result":"yes"}\u001e`)
    expect(await hub.poll()).toContainEqual({ type: 3, invocationId: 'Ask', result: 'yes' })
  })

  test('Q8: may fill the buffer exactly while a method waits for its client', async () => {
    const methods = () => ({ Ask: ({ clients }: Asking) => clients.caller().invoke('question', []) })
    await using hub = await open(methods, { maximumReceiveMessageSize: 1_000, maximumBufferedBytes: 1_000 })
    await hub.post(call('Ask'))
    const ofSize = (size: number, invocationId: string) => {
      const empty = call('Later', { invocationId, arguments: [''] })
      return call('Later', { invocationId, arguments: ['x'.repeat(size + 1 - empty.length)] })
    }
    for (const id of ['1', '2']) expect(await hub.post(ofSize(500, id))).toBe(200)
    expect(await hub.poll()).toMatchObject([{ type: 1, target: 'question' }])
    await hub.post(call('Later'))
    expect(await hub.poll()).toMatchObject([{ type: 7, error: /Too much is waiting/ }])
  })

  test('C2: are dropped when the connection ends', async () => {
    let later = 0
    const gone = createDeferred()
    await using hub = await open((release) => ({
      Hold: async ({ signal }: { signal: AbortSignal }) => {
        signal.addEventListener('abort', () => gone.resolve(undefined))
        await release
      },
      Later: () => (later += 1),
    }))
    await using client = await connectRaw(hub.url)
    client.send(call('Hold') + call('Later'))
    client.socket.close()
    await client.closed
    await gone.promise
    hub.release()
    await hub.letServerWork()
    expect(later).toBe(0)
  })

  test('C1: wait for onConnected', async () => {
    const ready = createDeferred()
    const order: string[] = []
    await using host = await startHost((server) => {
      server.hub('/hub', {
        onConnected: async () => {
          await ready.promise
          order.push('onConnected')
        },
        methods: { Note: () => order.push('method') },
      })
    })
    await using client = await connectRaw(`${host.origin}/hub`)
    client.send(call('Note'))
    for (let times = 0; times < 30; times += 1) await (await fetch(host.origin)).text()
    ready.resolve(undefined)
    await client.record()
    expect(order).toEqual(['onConnected', 'method'])
  })
})

describe('uploads', () => {
  const CAPACITY = { streamBufferCapacity: 2 }
  const ignoring = (release: Promise<unknown>) => ({ Ignore: { uploads: 1, run: () => release } })

  test('Q8: unread items may fill the buffer exactly', async () => {
    await using hub = await open(ignoring, CAPACITY)
    expect(await hub.post(upload('Ignore') + item().repeat(2))).toBe(200)
    const third = hub.postLater(item())
    await hub.letServerWork()
    expect(third.isAnswered()).toBe(false)
    hub.release()
    expect(await third.answer).toBe(200)
  })

  test('Q8: a client is paused again when a method stops reading', async () => {
    const methods = (release: Promise<unknown>) => ({
      ReadOne: {
        uploads: 1,
        run: async (_context: unknown, items: unknown) => {
          await (items as AsyncIterable<unknown>)[Symbol.asyncIterator]().next()
          await release
        },
      },
    })
    await using hub = await open(methods, CAPACITY)
    await hub.post(upload('ReadOne'))
    await hub.letServerWork()
    expect(await hub.post(item())).toBe(200)
    await hub.letServerWork()
    const more = hub.postLater(item().repeat(5))
    await hub.letServerWork()
    expect(more.isAnswered()).toBe(false)
    hub.release()
    expect(await more.answer).toBe(200)
  })

  test('UP4: items that arrive after a method has left its loop block nothing', async () => {
    const methods = (release: Promise<unknown>) => ({
      Leave: {
        uploads: 1,
        run: async (_context: unknown, items: unknown) => {
          for await (const _item of items as AsyncIterable<unknown>) break
          await release
        },
      },
    })
    await using hub = await open(methods, CAPACITY)
    await hub.post(upload('Leave') + item())
    await hub.letServerWork()
    expect(await hub.post(item().repeat(5))).toBe(200)
    hub.release()
  })

  test('Q8: a long upload that is read stays within the limits', async () => {
    const methods = () => ({ Count: { uploads: 1, run: (_context: unknown, items: unknown) => countItems(items) } })
    await using hub = await open(methods, { maximumBufferedBytes: 100_000 })
    await hub.post(upload('Count'))
    for (let times = 0; times < 10; times += 1) expect(await hub.post(item('x'.repeat(1_000)).repeat(40))).toBe(200)
    await hub.post(END)
    expect(await hub.poll()).toContainEqual({ type: 3, invocationId: 'Count', result: 400 })
  })

  test('Q8: unread items count while a method waits for an answer from its client', async () => {
    const methods = () => ({
      Ask: {
        uploads: 1,
        run: ({ clients }: Asking) => clients.caller().invoke('answer', []),
      },
    })
    await using hub = await open(methods, { maximumBufferedBytes: 100_000 })
    await hub.post(upload('Ask'))
    await hub.letServerWork()
    for (let times = 0; times < 3; times += 1) await hub.post(item('x'.repeat(1_000)).repeat(40))
    const records = await hub.poll()
    expect(records.at(-1)).toMatchObject({ type: 7, error: /Too much is waiting for this connection/ })
  })
})
