import { expect, test } from 'vitest'
import { keywordOf, optOutRequestIn } from './opt-out-keyword.ts'

const worded = (text: string, optOutType: string | null = null) => ({ text, optOutType })

test.each(['STOP', 'stop', ' Stop \n', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'])(
  'the text “%s” opts out',
  (text) => expect(optOutRequestIn(worded(text))).toEqual({ wish: 'stop', source: 'keyword' }),
)

test.each([
  'Stop.',
  'STOP!!!',
  '"STOP"',
  '“STOP”',
  '‘Stop’',
  '«stop»',
  '「STOP」',
  '(stop)',
  '*STOP*',
  '`STOP`',
  '<STOP>',
  '>stop',
  '~stop~',
  '- STOP -',
  '…stop…',
  '¡Stop!',
  'STOP。',
  'STOP\u200B',
  '\u200ESTOP\u200F',
  '\uFEFFSTOP',
  'S\u200DT\u200DO\u200DP',
  'STOP\uFE0F',
  'stop\u00A0',
  '\u2066STOP\u2069',
  'STOP\u2800',
  'STOP\u0000',
  'ＳＴＯＰ',
  '𝐒𝐓𝐎𝐏',
  'Stóp',
  'STOP\u0301',
  'quıt',
  'QUİT',
  'S T O P',
  'S.T.O.P.',
  'unsubscribe.',
  'un-subscribe',
  'Unsubscribe!',
  'opt out',
  'OPT OUT',
  'Opt-Out.',
  'opt—out',
  'Opt  out\n',
  '"opt out"',
  'STOP ALL',
  'stop-all!',
  'End?',
  'cancel;',
  'Revoke,',
])('the text “%s” opts out, too', (text) => {
  expect(optOutRequestIn(worded(text))).toEqual({ wish: 'stop', source: 'keyword' })
})

test.each(['yes', ' YES '])('the text “%s” opts in, but not after an opt-out by hand', (text) => {
  expect(optOutRequestIn(worded(text))).toEqual({ wish: 'yes', source: 'keyword' })
  expect(optOutRequestIn(worded(text, 'START'))).toEqual({ wish: 'yes', source: 'twilio' })
  expect(optOutRequestIn(worded(text, 'STOP'))).toEqual({ wish: 'stop', source: 'twilio' })
})

test.each([' start\r\n', 'START', 'Unstop'])('the text “%s” opts in', (text) => {
  expect(optOutRequestIn(worded(text))).toEqual({ wish: 'start', source: 'keyword' })
})

test.each(['HELP', ' info\n'])('the text “%s” asks Twilio for help, and changes nothing', (text) => {
  expect([keywordOf(worded(text)), optOutRequestIn(worded(text))]).toEqual(['help', null])
})

test.each([
  '',
  '.',
  '\u200B',
  'Stop it',
  'Yes please',
  'Help me',
  'START STOP',
  'STOP STOP',
  'Stop 😂',
  'STOP 1',
  'Please stop.',
  'Don’t stop',
  'nonstop',
  'stops',
  'the end',
  'weekend',
  'OPT IN',
  'Стоп',
  // Opting in takes the keyword exactly.
  'Start.',
  'YES!',
  '“START”',
  'Yes\u200B.',
  'ＳＴＡＲＴ',
  'un stop',
  'Unstop!',
  'Help!',
])('the text “%s” is an ordinary text', (text) => {
  expect([keywordOf(worded(text)), optOutRequestIn(worded(text))]).toEqual([null, null])
})

test.each([
  ['STOP', { wish: 'stop', source: 'twilio' }],
  ['START', { wish: 'start', source: 'twilio' }],
  ['HELP', null],
])('Twilio’s OptOutType %s takes precedence over the text', (optOutType, wish) => {
  expect(optOutRequestIn(worded('Bitte nicht mehr', optOutType))).toEqual(wish)
  expect(keywordOf(worded('STOP', optOutType))).toBe(optOutType.toLowerCase())
})
