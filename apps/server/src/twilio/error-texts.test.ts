import { expect, test } from 'vitest'
import { errorTextOf } from './error-texts.ts'

// Chatwoot, Spoke 1757: a failure without a reason, and a permanent one that looks like a bad connection.

/** Errors that Twilio returns for a text or reports later: https://www.twilio.com/docs/api/errors */
const CODES = [
  20003, 20005, 20008, 20404, 20429, 21211, 21212, 21402, 21408, 21502, 21602, 21603, 21604, 21606, 21608, 21609, 21610,
  21611, 21612, 21614, 21616, 21617, 21619, 21620, 21621, 21622, 21623, 21635, 21659, 21660, 21661, 30001, 30002, 30003,
  30004, 30005, 30006, 30007, 30008, 30017, 30019, 30022, 30023, 30024, 30027, 30032, 30034, 30035, 30036, 30410, 30450,
  11200, 12300,
]

/** Phrases that say what the user can do. */
const WHAT_TO_DO =
  /Ask an administrator|An administrator can|Check the contact|Try |Send |Use |Write |Choose |Reach |is tried again|until they reply START/

test.each(CODES)('the text for error %i is a sentence with what to do', (code) => {
  const text = errorTextOf(code)
  expect(text).not.toContain(String(code))
  expect(text).toMatch(/^[A-Z“].*\.$/s)
  expect(text).toMatch(WHAT_TO_DO)
  expect(text.length).toBeLessThanOrEqual(160)
})

test('the text for an unknown error contains its code', () => {
  expect(errorTextOf(29_999)).toContain('29999')
  expect(errorTextOf(29_999)).toMatch(WHAT_TO_DO)
})

test('the text without an error code says that no reason was given', () => {
  expect(errorTextOf(null)).toBe('Twilio did not accept the text and gave no reason. Try again later.')
})
