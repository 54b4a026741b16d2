import type { TransferFormat } from '../protocol/hub-protocol.ts'
import type { Batcher, OutgoingRecord } from './record.ts'

/** Maximum size of a joined write, in bytes. */
export const BATCH_BYTES = 65_536

/** Pending output of one connection. A class, because there are thousands of instances. */
export class Outbox {
  /** Usually only one record is pending, and needs no list: that saves memory, and time in a broadcast. */
  #first: OutgoingRecord | undefined
  #others: OutgoingRecord[] | undefined
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#first === undefined
  }

  add(record: OutgoingRecord): void {
    this.#bytes += record.payload.length
    if (this.#first === undefined) {
      this.#first = record
      return
    }
    this.#others ??= []
    this.#others.push(record)
  }

  clear(): void {
    this.#first = undefined
    this.#others = undefined
    this.#bytes = 0
  }

  /** Removes and returns the next output: a single record as it is, several joined; undefined if there is none. */
  take(batcher: Batcher, format: TransferFormat): OutgoingRecord | undefined {
    const first = this.#first
    if (!first || !this.#others) {
      this.clear()
      return first
    }
    const batch = [first, ...this.#others]
    const count = this.#bytes > BATCH_BYTES ? countWithin(batch, BATCH_BYTES) : batch.length
    const left = batch.splice(count)
    this.clear()
    for (const record of left) this.add(record)
    return batcher.join(batch, format)
  }
}

/** How many of too many records fit, but at least one. */
function countWithin(records: readonly OutgoingRecord[], limit: number): number {
  let bytes = 0
  const first = records.findIndex((record) => (bytes += record.payload.length) > limit)
  return Math.max(first, 1)
}

/** Something with pending output. */
type Flushable = { flush(): void }

/** Flushes all connections with pending output together, once per turn of the event loop. */
export type Flusher = { schedule(connection: Flushable): void }

export function createFlusher(): Flusher {
  let waiting: Flushable[] = []

  function flushAll(): void {
    const now = waiting
    waiting = []
    // In reverse order: the connections that a broadcast wrote last are still in the processor's cache.
    for (const connection of now.toReversed()) connection.flush()
  }

  return {
    schedule(connection) {
      if (waiting.push(connection) === 1) setImmediate(flushAll)
    },
  }
}
