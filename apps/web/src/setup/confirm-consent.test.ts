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

test('a consent that is there is seen at once', async () => {
  const { waits, answer } = on([true])
  expect([(await answer).succeeded, waits]).toEqual([true, [0]])
})

test('one that comes late is waited for', async () => {
  const { waits, answer } = on([false, false, true])
  expect([(await answer).succeeded, waits]).toEqual([true, [0, 1_000, 2_000]])
})

test('one that never comes ends with the last answer', async () => {
  const { waits, answer } = on([])
  expect(await answer).toEqual({ succeeded: false, details: null, link: 'again' })
  expect(waits).toEqual(CONSENT_WAITS_MS)
})
