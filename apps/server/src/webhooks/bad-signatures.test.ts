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

  test('are too many from the 60th within a minute on, for their address alone', () => {
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

  test('do not lock out an address from which Twilio was heard within the hour', () => {
    signatures.addGood(PROXY)
    at = 59 * MINUTE_MS
    forge(PROXY, 1_000)
    expect(signatures.areTooMany(PROXY)).toBe(false)
    at = 60 * MINUTE_MS
    forge(PROXY, 1_000)
    expect(signatures.areTooMany(PROXY)).toBe(true)
  })

  test('of more than 10,000 addresses do not fill the memory: the oldest start again', () => {
    forge(FORGER, 60)
    for (let index = 0; index < 10_000; index++) forge(`10.0.${index >> 8}.${index & 255}`, 1)
    expect(signatures.areTooMany(FORGER)).toBe(false)
  })
})
