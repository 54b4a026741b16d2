import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Backpressure } from '../src/hubs/backpressure.ts'
import { HubException } from '../src/hubs/hub-exception.ts'
import { createUploadStream, untilAborted } from '../src/hubs/streams.ts'

const CAPACITY = 2
const DONE = { value: undefined, done: true }

/** An upload, and what it currently claims from its client. */
function openUpload() {
  const claims = { full: 0, needed: 0, bytes: 0 }
  const backpressure: Backpressure = {
    full: (change) => void (claims.full += change),
    needed: (change) => void (claims.needed += change),
    buffered: (bytes) => void (claims.bytes += bytes),
  }
  const upload = createUploadStream(CAPACITY, backpressure)
  return { upload, reader: upload[Symbol.asyncIterator](), claims }
}

const NOTHING = { full: 0, needed: 0, bytes: 0 }

describe('an upload', () => {
  test('no longer holds its client up when enough items have been read', async () => {
    const { upload, reader, claims } = openUpload()
    for (const item of [1, 2, 3]) upload.push(item, 10)
    expect(claims).toEqual({ full: 1, needed: 0, bytes: 30 })
    expect(await reader.next()).toEqual({ value: 1, done: false })
    expect(claims).toEqual({ full: 0, needed: 0, bytes: 20 })
  })

  test('does not count unread items after the method has stopped reading', () => {
    const { upload, claims } = openUpload()
    for (const item of [1, 2, 3]) upload.push(item, 10)
    upload.discard()
    upload.push(4, 10)
    expect(claims).toEqual(NOTHING)
  })

  test('needs no more input once it has ended, even if it ends twice', async () => {
    const { upload, reader, claims } = openUpload()
    const item = reader.next()
    expect(claims.needed).toBe(1)
    upload.end()
    expect(claims).toEqual(NOTHING)
    upload.discard()
    expect(claims).toEqual(NOTHING)
    expect(await item).toEqual(DONE)
  })

  test('ends a pending read when the method stops reading', async () => {
    const { reader, claims } = openUpload()
    const item = reader.next()
    expect(await reader.return?.()).toEqual(DONE)
    expect(await Promise.race([item, turn('pending')])).toEqual(DONE)
    expect(claims).toEqual(NOTHING)
  })

  test('reports the error of its client once, and is then done', async () => {
    const { upload, reader } = openUpload()
    const [first, second] = [reader.next(), reader.next()]
    upload.end('broken')
    await expect(first).rejects.toEqual(new HubException('broken'))
    expect(await second).toEqual(DONE)

    const unread = openUpload()
    unread.upload.end('broken')
    await expect(unread.reader.next()).rejects.toEqual(new HubException('broken'))
    expect(await unread.reader.next()).toEqual(DONE)
  })

  test('ignores an error after its end', async () => {
    const { upload, reader } = openUpload()
    upload.end()
    upload.end('The connection was closed.')
    expect(await reader.next()).toEqual(DONE)
  })
})

/** A stream of `count` items that then continues with `last`. */
function createStream(count: number, last: () => Promise<IteratorResult<unknown>>) {
  let sent = 0
  const closes: unknown[] = []
  const iterator: AsyncIterator<unknown> = {
    next: () => (sent < count ? Promise.resolve({ value: (sent += 1), done: false }) : last()),
    return(value) {
      closes.push(value)
      return Promise.resolve({ value, done: true })
    },
  }
  return { stream: { [Symbol.asyncIterator]: () => iterator }, closes }
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all = []
  for await (const item of items) all.push(item)
  return all
}

const never = () => new Promise<never>(() => undefined)

describe('a stream that is read until a signal fires', () => {
  test('stops while it waits for its next item, and is closed', async () => {
    const controller = new AbortController()
    const { stream, closes } = createStream(1, never)
    const items = untilAborted(controller.signal, stream)
    expect(await items.next()).toEqual({ value: 1, done: false })
    const next = items.next()
    controller.abort()
    expect(await Promise.race([next, turn('pending')])).toEqual(DONE)
    expect(closes).toHaveLength(1)
  })

  test('is closed when its reader leaves, which need not wait for a stream that is stuck', async () => {
    const { stream, closes } = createStream(1, never)
    for await (const _item of untilAborted(new AbortController().signal, stream)) break
    expect(closes).toHaveLength(1)
  })

  test('is not closed after it has ended or failed by itself', async () => {
    const { signal } = new AbortController()
    const complete = createStream(1, () => Promise.resolve({ value: undefined, done: true }))
    expect(await collect(untilAborted(signal, complete.stream))).toEqual([1])
    expect(complete.closes).toEqual([])

    const failing = createStream(1, () => Promise.reject(new Error('broken')))
    await expect(collect(untilAborted(signal, failing.stream))).rejects.toThrow('broken')
    expect(failing.closes).toEqual([])
  })

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    const items = untilAborted(signal, [1, 2])
    await items.next()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await collect(items)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
