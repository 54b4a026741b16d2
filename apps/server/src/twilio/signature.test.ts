import { expect, test } from 'vitest'
import { isSignedByTwilio } from './index.ts'

const authToken = '12345'
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const parameters = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

test('Twilio’s own example is accepted', () => {
  expect(isSignedByTwilio({ authToken, url, parameters, signature })).toBe(true)
})

test('a repeated parameter is signed once per distinct value, sorted', () => {
  const repeated = { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] }
  expect(isSignedByTwilio({ authToken, url, parameters: repeated, signature: 'IK+Dwps556ElfBT0I3Rgjkr1wJU=' })).toBe(
    true,
  )
})

test('any other URL, token, parameter, or signature is refused', () => {
  const good = { authToken, url, parameters, signature }
  const forged = [
    { ...good, authToken: '12346' },
    { ...good, url: url.replace('https', 'http') },
    { ...good, url: `${url}&more=1` },
    { ...good, parameters: { ...parameters, Digits: '1235' } },
    { ...good, parameters: { ...parameters, Extra: '' } },
    { ...good, parameters: { ...parameters, Digits: ['1234', '1234', '5'] } },
    { ...good, signature: undefined },
    { ...good, signature: '' },
    { ...good, signature: 'é'.repeat(28) },
    { ...good, signature: `${signature} ` },
  ]
  expect(forged.map(isSignedByTwilio)).toEqual(forged.map(() => false))
})
