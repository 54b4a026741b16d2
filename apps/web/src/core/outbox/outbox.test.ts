import type { ChatId, Message } from '@partyline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeNetwork } from './tests/fake-network.ts'
import { MARTA, ME, messageId, sampleMessage } from '../tests/sample-messages.ts'
import { pendingMessage } from '../tests/sample-chats.ts'
import { stallReason } from './stall-reason.ts'
import type { Outgoing } from './outgoing.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'

const CHAT = '019a0000-0000-7000-8000-0000000000aa' as ChatId
const writing = (text: string) => ({ text, files: [], replyTo: null, replaces: null, timing: { holdSeconds: 0 } })
const PICTURE = { id: 'file', file: new File([], 'meadow.png'), previewUrl: 'blob:meadow', width: null, height: null }

/** Storage with the messages that a closed page has left; records what this page keeps. */
function createStorage(left: readonly Outgoing[] = []) {
  const kept = new Map<string, Outgoing['state']['kind']>()
  let openPages = 0
  const storage: OutboxStorage = {
    open() {
      openPages += 1
      return () => void (openPages -= 1)
    },
    keep: ({ id, state }) => void kept.set(id, state.kind),
    forget: (id) => void kept.delete(id),
    adopt: async () => [...left],
  }
  return { storage, kept, openPages: () => openPages }
}

describe('outbox', () => {
  let storage: ReturnType<typeof createStorage>
  let retries: { run: () => void; ms: number }[]
  let network: ReturnType<typeof createFakeNetwork>
  let outbox: ReturnType<typeof createOutbox>
  let accepted: Message[]
  let failures: unknown[]
  let released: Outgoing['files'][]
  /** The `retries` that were not cleared. */
  let timers: Set<unknown>
  const states = () => outbox.of(CHAT).map(({ state }) => state.kind)
  const request = (index: number) => {
    const found = network.requests[index]
    if (!found) throw new Error(`There is no request ${index}.`)
    return found
  }

  beforeEach(() => {
    begin()
  })

  function begin(left: readonly Outgoing[] = []) {
    network = createFakeNetwork()
    storage = createStorage(left)
    accepted = []
    failures = []
    retries = []
    released = []
    timers = new Set()
    let ids = 0
    outbox = createOutbox({
      post: network.post,
      stallReason,
      describe: (error) => (error as Error).message,
      onFailed: (error) => failures.push(error),
      onAccepted: (_, message) => accepted.push(message),
      release: (files) => released.push(files),
      storage: storage.storage,
      timers: {
        set(run, ms) {
          const timer = { run, ms }
          retries.push(timer)
          timers.add(timer)
          return timer
        },
        clear: (timer) => timers.delete(timer),
      },
      newId: () => `local-${(ids += 1)}`,
      now: () => new Date('2026-11-20T09:41:00.000Z'),
    })
  }

  it('lists a message immediately, and marks it as accepted when the server responds', async () => {
    outbox.send(CHAT, ME, writing('Hello'))
    expect(states()).toEqual(['waiting'])
    await request(0).answer(sampleMessage(1))
    expect(accepted.map(({ id }) => id)).toEqual([messageId(1)])
    expect(outbox.of(CHAT)[0]?.state).toEqual({ kind: 'accepted', messageId: messageId(1), confirmed: true })
  })

  it.each(['held', 'scheduled'] as const)('leaves a message to the server that is %s there', async (state) => {
    outbox.send(CHAT, ME, writing('Later'))
    const pending = pendingMessage(1, state)
    await request(0).answer(pending)
    expect(accepted).toEqual([pending])
    expect(outbox.of(CHAT)).toEqual([])
    expect(storage.kept.size).toBe(0)
    expect(released).toHaveLength(1)
  })

  it('sends the messages of a chat one at a time, in the order they were written', async () => {
    outbox.send(CHAT, ME, writing('One'))
    outbox.send(CHAT, ME, writing('Two'))
    expect(network.requests).toHaveLength(1)
    await request(0).answer(sampleMessage(1))
    expect(request(1).outgoing.text).toBe('Two')
  })

  it('keeps a failed message with its reason and sends the next one', async () => {
    outbox.send(CHAT, ME, writing('One'))
    outbox.send(CHAT, ME, writing('Two'))
    await request(0).fail('No network.')
    expect(outbox.of(CHAT)[0]?.state).toEqual({ kind: 'failed', reason: 'No network.' })
    expect(failures).toEqual([new Error('No network.')])
    expect(request(1).outgoing.text).toBe('Two')
  })

  it('retries under the same key, so that nothing is sent twice', async () => {
    outbox.send(CHAT, ME, writing('One'))
    await request(0).fail('No network.')
    const [failed] = outbox.of(CHAT)
    if (failed) outbox.retry(failed)
    expect(request(1).outgoing.id).toBe(request(0).outgoing.id)
    await request(1).answer(sampleMessage(1))
    expect(states()).toEqual(['accepted'])
  })

  it('removes a discarded message and releases its files', async () => {
    outbox.send(CHAT, ME, { ...writing('One'), files: [PICTURE] })
    await request(0).fail('No network.')
    const [failed] = outbox.of(CHAT)
    if (failed) outbox.discard(failed)
    expect(outbox.of(CHAT)).toEqual([])
    expect(released).toEqual([[PICTURE]])
  })

  it('notifies listeners of every change until they unsubscribe', async () => {
    let changes = 0
    const leave = outbox.subscribe(() => (changes += 1))
    outbox.send(CHAT, ME, writing('One'))
    expect(changes).toBe(1)
    await request(0).answer(sampleMessage(1))
    expect(changes).toBe(2)
    leave()
    outbox.send(CHAT, ME, writing('Two'))
    expect(changes).toBe(2)
  })

  it('recognizes its message, once, in an event that arrives before the response', async () => {
    outbox.send(CHAT, ME, writing('Same'))
    outbox.send(CHAT, ME, writing('Same'))
    const first = sampleMessage(1, { sentBy: ME, text: 'Same' })
    outbox.recognize(CHAT, first)
    outbox.recognize(CHAT, first)
    expect(states()).toEqual(['accepted', 'waiting'])
    await request(0).answer(first)
    expect(states()).toEqual(['accepted', 'waiting'])
  })

  it('recognizes the second of two identical messages after the first was accepted', async () => {
    outbox.send(CHAT, ME, writing('Same'))
    await request(0).answer(sampleMessage(1, { sentBy: ME, text: 'Same' }))
    outbox.send(CHAT, ME, writing('Same'))
    outbox.recognize(CHAT, sampleMessage(2, { sentBy: ME, text: 'Same' }))
    expect(states()).toEqual(['accepted', 'accepted'])
  })

  it.each<[string, Partial<Message>]>([
    ['text', { text: 'Another' }],
    ['author', { sentBy: MARTA }],
    ['number of files', { media: [{} as Message['media'][number]] }],
    ['quoted message', { parentId: messageId(7) }],
  ])('does not recognize a message with another %s as its own', (_, other) => {
    outbox.send(CHAT, ME, writing('Same'))
    outbox.recognize(CHAT, sampleMessage(1, { sentBy: ME, text: 'Same', ...other }))
    expect(states()).toEqual(['waiting'])
  })

  it('corrects a wrong match when the response names another message', async () => {
    outbox.send(CHAT, ME, writing('Same'))
    outbox.recognize(CHAT, sampleMessage(7, { sentBy: ME, text: 'Same' }))
    await request(0).answer(sampleMessage(8, { sentBy: ME, text: 'Same' }))
    expect(outbox.of(CHAT)[0]?.state).toMatchObject({ messageId: messageId(8) })
  })

  it('marks a failed message as accepted if an event shows that it arrived', async () => {
    outbox.send(CHAT, ME, writing('One'))
    await request(0).fail('The answer was lost.')
    outbox.recognize(CHAT, sampleMessage(1, { sentBy: ME, text: 'One' }))
    expect(outbox.of(CHAT)[0]?.state).toEqual({ kind: 'accepted', messageId: messageId(1), confirmed: true })
    expect([...storage.kept]).toEqual([])
  })

  it('keeps a recognized message in storage until the response confirms it', async () => {
    outbox.send(CHAT, ME, writing('One'))
    outbox.recognize(CHAT, sampleMessage(1, { sentBy: ME, text: 'One' }))
    expect([...storage.kept.keys()]).toEqual(['local-1'])
    await request(0).answer(sampleMessage(1))
    expect([...storage.kept]).toEqual([])
  })

  describe('while the server is unreachable', () => {
    const elsewhere = '019a0000-0000-7000-8000-0000000000bb' as ChatId

    it('stalls all messages, and sends each once and in order when woken', async () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.send(CHAT, ME, writing('Two'))
      await request(0).lose()
      outbox.send(elsewhere, ME, writing('Three'))
      expect(states()).toEqual(['stalled', 'stalled'])
      expect(outbox.of(elsewhere)[0]?.state.kind).toBe('stalled')
      expect(network.requests).toHaveLength(1)

      outbox.wake()
      expect(states()).toEqual(['waiting', 'waiting'])
      expect(network.requests.slice(1).map(({ outgoing }) => outgoing.text)).toEqual(['One', 'Three'])
      expect(request(1).outgoing.id).toBe(request(0).outgoing.id)
      await request(1).answer(sampleMessage(1))
      expect(request(3).outgoing.text).toBe('Two')
    })

    it('retries with increasing delays', async () => {
      outbox.send(CHAT, ME, writing('One'))
      for (let index = 0; index < 5; index += 1) {
        await request(index).lose()
        retries.at(-1)?.run()
      }
      expect(retries.map(({ ms }) => ms)).toEqual([2_000, 5_000, 10_000, 30_000, 30_000])
    })

    it('resets the delay after a message was sent', async () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.send(CHAT, ME, writing('Two'))
      for (let index = 0; index < 3; index += 1) {
        await request(index).lose()
        retries.at(-1)?.run()
      }
      await request(3).answer(sampleMessage(1))
      await request(4).lose()
      expect(retries.map(({ ms }) => ms)).toEqual([2_000, 5_000, 10_000, 2_000])
    })

    it('retries soon after it was woken, however often it had failed: a returning network fails first', async () => {
      outbox.send(CHAT, ME, writing('One'))
      for (let index = 0; index < 3; index += 1) {
        await request(index).lose()
        retries.at(-1)?.run()
      }
      await request(3).lose()
      outbox.wake()
      await request(4).lose()
      expect(retries.map(({ ms }) => ms)).toEqual([2_000, 5_000, 10_000, 30_000, 2_000])
    })

    it.each([
      [401, 'busy'],
      [429, 'limit'],
      [503, 'busy'],
    ])('stalls a message after a %i response, and retries it under the same key', async (status, reason) => {
      outbox.send(CHAT, ME, writing('One'))
      await request(0).refuse(status)
      expect(outbox.of(CHAT)[0]?.state).toEqual({ kind: 'stalled', reason })
      retries.at(-1)?.run()
      expect(request(1).outgoing.id).toBe(request(0).outgoing.id)
      await request(1).answer(sampleMessage(1))
      expect(states()).toEqual(['accepted'])
    })

    it('marks a message that had arrived as accepted, and still requests the lost response', async () => {
      outbox.send(CHAT, ME, writing('One'))
      await request(0).lose()
      outbox.recognizeIn(CHAT, [sampleMessage(1, { sentBy: ME, text: 'One', sentOn: '2026-11-20T09:41:01.000Z' })])
      expect(states()).toEqual(['accepted'])
      outbox.wake()
      await request(1).answer(sampleMessage(1))
      expect(outbox.of(CHAT)[0]?.state).toMatchObject({ confirmed: true })
    })

    it.each([
      ['does not match a message that is a minute older', '2026-11-20T09:40:00.000Z', 'stalled'],
      [
        'matches a message that is less than a minute older, since clocks differ',
        '2026-11-20T09:40:00.001Z',
        'accepted',
      ],
    ])('%s', async (_, sentOn, state) => {
      outbox.send(CHAT, ME, writing('Yes'))
      await request(0).lose()
      outbox.recognizeIn(CHAT, [sampleMessage(1, { sentBy: ME, text: 'Yes', sentOn })])
      expect(states()).toEqual([state])
    })

    it('uses one timer for all chats, and clears it when woken', async () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.send(elsewhere, ME, writing('Two'))
      await request(0).lose()
      await request(1).lose()
      expect(retries.map(({ ms }) => ms)).toEqual([2_000])
      outbox.wake()
      await request(2).lose()
      expect([retries.length, timers.size]).toEqual([2, 1])
    })

    it('sends nothing while waiting, not even a recognized message', async () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.recognize(CHAT, sampleMessage(1, { sentBy: ME, text: 'One' }))
      await request(0).lose()
      expect(network.requests).toHaveLength(1)
      outbox.wake()
      expect(network.requests).toHaveLength(2)
    })

    it('does not retry a refused message when woken', async () => {
      outbox.send(CHAT, ME, writing('Refused'))
      outbox.send(CHAT, ME, writing('Lost'))
      await request(0).fail('Too large.')
      await request(1).lose()
      expect(states()).toEqual(['failed', 'stalled'])
      outbox.wake()
      expect(states()).toEqual(['failed', 'waiting'])
    })

    it('sends nothing after stop, and closes its storage', async () => {
      const stop = outbox.start()
      outbox.send(CHAT, ME, writing('One'))
      await request(0).lose()
      stop()
      expect([timers.size, storage.openPages()]).toEqual([0, 0])
      outbox.wake()
      expect(network.requests).toHaveLength(1)
    })

    it('sends nothing after a request that was in flight on stop', async () => {
      const stop = outbox.start()
      for (const text of ['One', 'Two']) outbox.send(CHAT, ME, writing(text))
      outbox.send(elsewhere, ME, writing('Three'))
      stop()
      await request(0).answer(sampleMessage(1))
      await request(1).lose()
      expect([network.requests.length, timers.size]).toEqual([2, 0])
    })

    it('resumes when it is started again, even if it was woken in between', async () => {
      const stop = outbox.start()
      outbox.send(CHAT, ME, writing('One'))
      await request(0).lose()
      stop()
      outbox.wake()
      outbox.start()
      expect(network.requests).toHaveLength(2)
      await request(1).answer(sampleMessage(1))
      expect(states()).toEqual(['accepted'])
    })
  })

  describe('across a reload', () => {
    const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

    it('stores waiting and failed messages, and forgets sent and discarded ones', async () => {
      for (const text of ['Sent', 'Refused', 'Waiting']) outbox.send(CHAT, ME, writing(text))
      await request(0).answer(sampleMessage(1))
      await request(1).fail('Too large.')
      expect([...storage.kept]).toEqual([
        ['local-2', 'failed'],
        ['local-3', 'waiting'],
      ])
      const [, refused] = outbox.of(CHAT)
      if (refused) outbox.discard(refused)
      expect([...storage.kept.keys()]).toEqual(['local-3'])
    })

    it('sends messages left by a closed page under their own keys, but not a refused one', async () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.send(CHAT, ME, writing('Two'))
      await request(0).fail('Too large.')
      const left = outbox.of(CHAT)
      begin(left)
      outbox.start()
      await settled()
      expect(states()).toEqual(['failed', 'waiting'])
      expect(network.requests.map(({ outgoing }) => outgoing.id)).toEqual(['local-2'])
    })

    it('sends a message that an earlier version stored as held', async () => {
      outbox.send(CHAT, ME, writing('One'))
      const state = { kind: 'held', reason: 'offline' } as unknown as Outgoing['state']
      begin(outbox.of(CHAT).map((one) => ({ ...one, state })))
      outbox.start()
      await settled()
      expect(states()).toEqual(['waiting'])
      expect(network.requests).toHaveLength(1)
    })

    it('adopts the messages of a closed page once', async () => {
      outbox.send(CHAT, ME, writing('One'))
      await request(0).fail('Too large.')
      outbox.send(CHAT, ME, writing('Two'))
      begin(outbox.of(CHAT))
      outbox.start()
      await settled()
      outbox.start()
      await settled()
      expect(states()).toEqual(['failed', 'waiting'])
    })

    it('gives each message a later time than the previous one', () => {
      outbox.send(CHAT, ME, writing('One'))
      outbox.send(CHAT, ME, writing('Two'))
      expect(outbox.of(CHAT).map(({ sentOn }) => sentOn)).toEqual([
        '2026-11-20T09:41:00.000Z',
        '2026-11-20T09:41:00.001Z',
      ])
    })
  })

  it('lists only the newest 20 sent messages, and all refused ones', async () => {
    outbox.send(CHAT, ME, writing('Refused'))
    await request(0).fail('Too large.')
    for (let index = 1; index <= 22; index += 1) {
      outbox.send(CHAT, ME, { ...writing(`Text ${index}`), files: [PICTURE] })
      await request(index).answer(sampleMessage(index))
    }
    const texts = outbox.of(CHAT).map(({ text }) => text)
    expect([texts.length, ...texts.slice(0, 2)]).toEqual([21, 'Refused', 'Text 3'])
    expect(released).toHaveLength(2)
  })
})
