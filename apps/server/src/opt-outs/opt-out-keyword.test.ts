import { expect, test } from 'vitest'
import { keywordOf, wishOf } from './opt-out-keyword.ts'

const worded = (text: string, optOutType: string | null = null) => ({ text, optOutType })

test.each(['STOP', 'stop', ' Stop \n', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])(
  'the text “%s” opts out',
  (text) => expect(wishOf(worded(text))).toEqual({ wish: 'stop', source: 'keyword' }),
)

test.each(['START', 'yes', 'Unstop'])('the text “%s” opts in', (text) => {
  expect(wishOf(worded(text))).toEqual({ wish: 'start', source: 'keyword' })
})

test.each(['HELP', ' info\n'])('the text “%s” asks Twilio for help, and changes nothing', (text) => {
  expect([keywordOf(worded(text)), wishOf(worded(text))]).toEqual(['help', null])
})

test.each(['', 'Stop it', 'Yes please', 'Help me', 'START STOP'])('the text “%s” is an ordinary text', (text) => {
  expect([keywordOf(worded(text)), wishOf(worded(text))]).toEqual([null, null])
})

test.each([
  ['STOP', { wish: 'stop', source: 'twilio' }],
  ['START', { wish: 'start', source: 'twilio' }],
  ['HELP', null],
])('Twilio’s OptOutType %s takes precedence over the text', (optOutType, wish) => {
  expect(wishOf(worded('Bitte nicht mehr', optOutType))).toEqual(wish)
  expect(keywordOf(worded('STOP', optOutType))).toBe(optOutType.toLowerCase())
})
