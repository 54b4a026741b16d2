import { expect, test } from 'vitest'
import type { Clock } from '../platform/index.ts'
import { systemClock } from '../platform/index.ts'
import { TwilioFailure } from '../twilio/index.ts'
import { createAskTwilio } from './ask-twilio.ts'

test('a question that Twilio does not answer in time has no answer', async () => {
  const waiting = new Set<() => void>()
  const clock: Clock = {
    ...systemClock,
    after(_, work) {
      waiting.add(work)
      return () => waiting.delete(work)
    },
  }
  const ask = createAskTwilio(clock)
  const unanswered = ask(new Promise(() => {}))
  for (const work of waiting) work()
  expect(await unanswered).toBeNull()
  expect(await ask(Promise.resolve('yes'))).toBe('yes')
  expect(await ask(Promise.reject(new TwilioFailure({ state: 'unreachable' })))).toBeNull()
  expect(waiting.size).toBe(0)
})
