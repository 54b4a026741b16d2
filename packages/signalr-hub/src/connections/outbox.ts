import type { TransferFormat } from '../protocols/hub-protocol.ts'
import type { Batcher } from './batch.ts'
import type { OutgoingRecord } from './record.ts'

/** More than this is not joined into one write, in bytes. */
export const BATCH_BYTES = 65_536

/** What waits for one connection. A class, because there are thousands of them. */
export class Outbox {
  /** Mostly one record waits, which then needs no list: that saves memory, and time in a broadcast. */
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

  /** Takes what goes out next: a single record as it is, several joined. Nothing waits: undefined. */
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

/** How many records fit, at least one. */
function countWithin(records: readonly OutgoingRecord[], limit: number): number {
  let bytes = 0
  const first = records.findIndex((record) => (bytes += record.payload.length) > limit)
  return first < 0 ? records.length : Math.max(first, 1)
}
