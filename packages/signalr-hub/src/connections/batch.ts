import type { TransferFormat } from '../protocols/hub-protocol.ts'
import { joinRecords, type OutgoingRecord } from './record.ts'

/** Joins batches, and remembers the last: after a burst of broadcasts, thousands of connections send the same batch. */
export type Batcher = { join(records: readonly OutgoingRecord[], format: TransferFormat): OutgoingRecord }

export function createBatcher(): Batcher {
  let last: { readonly records: readonly OutgoingRecord[]; readonly joined: OutgoingRecord } | undefined

  return {
    join(records, format) {
      const [only] = records
      if (only && records.length === 1) return only
      if (last && sameRecords(last.records, records)) return last.joined
      last = { records, joined: joinRecords(records, format) }
      return last.joined
    },
  }
}

/** Records are never written twice for one encoding, so being the same object means being the same bytes and format. */
function sameRecords(left: readonly OutgoingRecord[], right: readonly OutgoingRecord[]): boolean {
  return left.length === right.length && left.every((record, index) => record === right[index])
}
