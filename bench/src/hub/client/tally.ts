import { percentile } from '../../harness/statistics.ts'
import { machineTime } from '../machine-time.ts'

/** Connections whose latency is measured: enough for a p99, but few enough not to slow down the client. */
const SAMPLED = 500

/** Counts the messages of all connections of a run. */
export type Tally = ReturnType<typeof createTally>

/** @param onMessage called when another message has reached all connections */
export function createTally(connections: number, onMessage: (count: number) => void) {
  const step = Math.ceil(connections / SAMPLED)
  const received = new Int32Array(connections)
  let recordLength = 0
  let total = 0
  let reported = 0
  let frames = 0
  let sampleNumbers: number[] = []
  let sampleTimes: number[] = []

  function sample(first: number, records: number): void {
    const now = machineTime()
    for (let number = first; number < first + records; number += 1) {
      sampleNumbers.push(number)
      sampleTimes.push(now)
    }
  }

  function reset(): void {
    received.fill(0)
    total = 0
    reported = 0
    frames = 0
    sampleNumbers = []
    sampleTimes = []
  }

  return {
    reset,
    /** All messages are the same, so a frame's length tells how many it contains. The first frame contains one. */
    addFrame(connection: number, payloadLength: number): void {
      if (recordLength === 0) recordLength = payloadLength
      const records = Math.floor(payloadLength / recordLength)
      if (records === 0) return
      const before = received[connection] ?? 0
      if (connection % step === 0) sample(before, records)
      received[connection] = before + records
      frames += 1
      total += records
    },
    /** Updates the progress of all connections; called after each read. */
    report(): void {
      const complete = Math.floor(total / connections)
      if (complete > reported) onMessage(complete - reported)
      reported = complete
    },
    /** @param sentAt sending time of each message, on the machine's clock */
    result(sentAt: Float64Array) {
      const latencies = Float64Array.from(
        sampleTimes,
        (time, index) => time - (sentAt[sampleNumbers[index] ?? 0] ?? Number.NaN),
      ).toSorted()
      return {
        /** Connections that received exactly what was sent. */
        complete: received.filter((count) => count === sentAt.length).length,
        frames,
        recordLength,
        /** In ms. */
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
      }
    },
  }
}
