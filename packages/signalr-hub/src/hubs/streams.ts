import { HubException } from './hub-exception.ts'
import type { Backpressure } from './backpressure.ts'

/** A stream from the client, read by a hub method. Items that are unread when the method ends are dropped. */
export type UploadStream = AsyncIterable<unknown> & {
  /** @param size of the item's message in bytes */
  push(item: unknown, size: number): void
  /** The client has completed the stream. An error becomes a HubException for the reader. */
  end(error?: string): void
  /** The method has stopped reading. */
  discard(): void
}

type Result = IteratorResult<unknown>
type Reader = { resolve(result: Result): void; reject(error: Error): void }

const DONE: Result = { value: undefined, done: true }

/** @param capacity maximum number of unread items before the client has to wait */
export function createUploadStream(capacity: number, backpressure: Backpressure): UploadStream {
  let items: { readonly value: unknown; readonly size: number }[] = []
  let readers: Reader[] = []
  let ended = false
  let error: HubException | undefined
  let full = false

  function review(): void {
    const next = items.length > capacity
    if (next !== full) backpressure.full(next ? 1 : -1)
    full = next
  }

  function takeReaders(): Reader[] {
    const taken = readers
    readers = []
    for (const _reader of taken) backpressure.needed(-1)
    return taken
  }

  function takeError(): HubException | undefined {
    const taken = error
    error = undefined
    return taken
  }

  function next(): Promise<Result> {
    const item = items.shift()
    if (item) {
      backpressure.buffered(-item.size)
      review()
      return Promise.resolve({ value: item.value, done: false })
    }
    const failure = takeError()
    if (failure) return Promise.reject(failure)
    if (ended) return Promise.resolve(DONE)
    backpressure.needed(1)
    return new Promise((resolve, reject) => readers.push({ resolve, reject }))
  }

  function discard(): void {
    ended = true
    for (const { size } of items) backpressure.buffered(-size)
    items = []
    review()
    for (const reader of takeReaders()) reader.resolve(DONE)
  }

  return {
    push(value, size) {
      if (ended) return
      const reader = readers.shift()
      if (reader) {
        backpressure.needed(-1)
        reader.resolve({ value, done: false })
        return
      }
      items.push({ value, size })
      review()
      backpressure.buffered(size)
    },
    end(text) {
      if (ended) return
      ended = true
      error = text === undefined ? undefined : new HubException(text)
      for (const reader of takeReaders()) {
        const failure = takeError()
        if (failure) reader.reject(failure)
        else reader.resolve(DONE)
      }
    },
    discard,
    [Symbol.asyncIterator]: () => ({
      next,
      return() {
        discard()
        return Promise.resolve(DONE)
      },
    }),
  }
}

type Item = IteratorResult<unknown> | undefined

/** Reads a stream until the signal fires, even while waiting for the next item, and then closes the stream. */
export async function* untilAborted(
  signal: AbortSignal,
  stream: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<unknown, void, void> {
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
  let wake: (item: Item) => void = () => undefined
  const stop = (): void => wake(undefined)
  // One promise per item: racing against one long-lived promise would retain every item's callback until the end.
  const next = (): Promise<Item> =>
    new Promise((resolve, reject) => {
      wake = resolve
      Promise.resolve(iterator.next()).then(resolve, reject)
    })
  let done = false
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const item = await next()
      if (!item) return
      if (item.done) {
        done = true
        return
      }
      yield item.value
    }
  } catch (error) {
    done = true
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: a generator that is stuck in its own await would block here too.
    if (!done) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
