import { expect, test } from 'vitest'
import { CONSENT_WAITS_MS, confirmConsent } from './confirm-consent.ts'

function on(answers: boolean[]) {
  const waits: number[] = []
  const parts = {
    ask: async () => ({ succeeded: answers.shift() ?? false, details: null, link: 'again' }),
    wait: async (ms: number) => void waits.push(ms),
  }
  return { waits, answer: confirmConsent(parts) }
}

test('returns on the first check if consent was granted', async () => {
  const { waits, answer } = on([true])
  expect([(await answer).succeeded, waits]).toEqual([true, [0]])
})

test('waits for consent that is granted late', async () => {
  const { waits, answer } = on([false, false, true])
  expect([(await answer).succeeded, waits]).toEqual([true, [0, 1_000, 2_000]])
})

test('returns the last response if consent is never granted', async () => {
  const { waits, answer } = on([])
  expect(await answer).toEqual({ succeeded: false, details: null, link: 'again' })
  expect(waits).toEqual(CONSENT_WAITS_MS)
})
