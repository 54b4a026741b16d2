import { beforeEach, describe, expect, test } from 'vitest'
import { createBadSignatures } from './bad-signatures.ts'

const FORGER = '203.0.113.7'
const PROXY = '10.0.0.2'
const MINUTE_MS = 60_000

describe('repeated bad signatures', () => {
  let at: number
  let signatures: ReturnType<typeof createBadSignatures>
  beforeEach(() => {
    at = 0
    signatures = createBadSignatures({ now: () => new Date(at) })
  })
  const forge = (address: string, times: number) => {
    for (let time = 0; time < times; time++) signatures.addBad(address)
  }

  test('block their own address from the 60th within a minute', () => {
    forge(FORGER, 59)
    expect(signatures.areTooMany(FORGER)).toBe(false)
    forge(FORGER, 1)
    expect(signatures.areTooMany(FORGER)).toBe(true)
    expect(signatures.areTooMany(PROXY)).toBe(false)
  })

  test('are forgotten after a minute', () => {
    forge(FORGER, 60)
    at = MINUTE_MS
    expect(signatures.areTooMany(FORGER)).toBe(false)
  })

  test('do not block an address that sent a valid signature within the hour', () => {
    signatures.addGood(PROXY)
    at = 59 * MINUTE_MS
    forge(PROXY, 1_000)
    expect(signatures.areTooMany(PROXY)).toBe(false)
    at = 60 * MINUTE_MS
    forge(PROXY, 1_000)
    expect(signatures.areTooMany(PROXY)).toBe(true)
  })

  test('are tracked for 10,000 addresses, and the least recent ones are forgotten', () => {
    forge(FORGER, 60)
    signatures.addGood(PROXY)
    for (let index = 0; index < 10_000; index++) {
      forge(`10.1.${index >> 8}.${index & 255}`, 1)
      signatures.addGood(PROXY)
    }
    forge(PROXY, 60)
    expect([signatures.areTooMany(FORGER), signatures.areTooMany(PROXY)]).toEqual([false, false])
  })
})
