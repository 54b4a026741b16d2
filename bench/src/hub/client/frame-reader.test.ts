import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader } from './frame-reader.ts'

test('frames of every length are counted, however they are split', () => {
  const length = fc.oneof(fc.constantFrom(0, 125, 126, 65_535, 65_536), fc.nat(70_000))
  fc.assert(
    fc.property(
      fc.array(length, { maxLength: 5 }),
      fc.array(fc.nat(1), { minLength: 1 }),
      fc.integer({ min: 1, max: 50_000 }),
      (lengths, jitter, piece) => {
        const bytes = Buffer.concat(lengths.map(frameOf))
        const seen: number[] = []
        const reader = new FrameReader((payloadLength) => seen.push(payloadLength))
        for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
          const end = Math.min(bytes.length, start + (jitter[turn % jitter.length] ? 1 : piece))
          reader.read(bytes, start, end)
          start = end
        }
        expect(seen).toEqual(lengths)
      },
    ),
    { numRuns: 50 },
  )
})

function frameOf(length: number): Buffer {
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), Buffer.alloc(length)])
  const header = Buffer.alloc(length <= 0xffff ? 4 : 10)
  header[0] = 0x81
  header[1] = header.length === 4 ? 126 : 127
  if (header.length === 4) header.writeUInt16BE(length, 2)
  else header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, Buffer.alloc(length)])
}
