import { HubException } from '../hubs/hub-exception.ts'
import type { Intake } from './intake.ts'

/** A stream from the client, read by a hub method. What is not read when the method ends is dropped. */
export type UploadStream = AsyncIterable<unknown> & {
  /** @param size of the item's message in bytes */
  push(item: unknown, size: number): void
  /** The client has completed it. With an error, the reader sees a HubException of that text. */
  end(error?: string): void
  /** Nobody reads any more. */
  discard(): void
}

type Result = IteratorResult<unknown>
type Reader = { resolve(result: Result): void; reject(error: Error): void }

const DONE: Result = { value: undefined, done: true }

/** @param capacity unread items before the client has to wait */
export function createUploadStream(capacity: number, intake: Intake): UploadStream {
  let items: { readonly value: unknown; readonly size: number }[] = []
  let readers: Reader[] = []
  let ended = false
  let error: HubException | undefined
  let full = false

  function review(): void {
    const next = items.length > capacity
    if (next !== full) intake.full(next ? 1 : -1)
    full = next
  }

  function takeReaders(): Reader[] {
    const taken = readers
    readers = []
    for (const _reader of taken) intake.needed(-1)
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
      intake.buffered(-item.size)
      review()
      return Promise.resolve({ value: item.value, done: false })
    }
    const failure = takeError()
    if (failure) return Promise.reject(failure)
    if (ended) return Promise.resolve(DONE)
    intake.needed(1)
    return new Promise((resolve, reject) => readers.push({ resolve, reject }))
  }

  function discard(): void {
    ended = true
    for (const { size } of items) intake.buffered(-size)
    items = []
    review()
    for (const reader of takeReaders()) reader.resolve(DONE)
  }

  return {
    push(value, size) {
      if (ended) return
      const reader = readers.shift()
      if (reader) {
        intake.needed(-1)
        reader.resolve({ value, done: false })
        return
      }
      items.push({ value, size })
      review()
      intake.buffered(size)
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
