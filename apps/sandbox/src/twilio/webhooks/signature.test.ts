import * as fc from 'fast-check'
import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import { signRequest } from './signature.ts'

const TOKEN = '12345'
const CALL = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const TAIL = 'mycompany.com/myapp.php?foo=1&bar=2'
const WITH_PORT = (port: number) => `mycompany.com:${port}/myapp.php?foo=1&bar=2`

const SIGNED: [string, Record<string, string | string[]>, string][] = [
  [`https://${TAIL}`, CALL, 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
  [`https://${WITH_PORT(443)}`, CALL, 'kvajT1Ptam85bY51eRf/AJRuM3w='],
  [`http://${WITH_PORT(80)}`, CALL, '0ZXoZLH/DfblKGATFgpif+LLRf4='],
  [`http://${WITH_PORT(1234)}`, CALL, 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU='],
  [`https://user:pass@${TAIL}`, CALL, 'CukzLTc1tT5dXEDIHm/tKBanW10='],
  [`https://user@${TAIL}`, CALL, '2YRLlVAflCqxaNicjMpJcSTgzSs='],
  [`https://user:pass@${WITH_PORT(443)}`, CALL, 'ZQFR1PTIZXF2MXB8ZnKCvnnA+rI='],
  [`https://${TAIL}&Body=It%27s+amazing`, CALL, 'TfZzewPq8wqrGlMfyAud8+/IvJ0='],
  [
    `https://${TAIL}&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620`,
    {},
    'a9nBmqA0ju/hNViExpshrM61xv4=',
  ],
  [`https://${TAIL}`, { 'MessagingBinding.Address': ['+1325xxxxxxx', '+1415xxxxxxx'] }, '83O6e2vORAoJHUNzJjDWN1jz+BA='],
  [
    `https://${TAIL}`,
    { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] },
    'IK+Dwps556ElfBT0I3Rgjkr1wJU=',
  ],
  ['https://x/', { a: '1', B: '2', _c: '3' }, 'zIjUub7CjuNHzbOWurzfyt3A+IQ='],
]

describe('the signature of a webhook', () => {
  test.each(SIGNED)('of %s is the same as Twilio’s', (url, parameters, signature) => {
    expect(signRequest(TOKEN, url, parameters)).toBe(signature)
  })

  test("of any form passes the SDK's own check", () => {
    const forms = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: true })
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), forms, (url, form) => {
        expect(twilio.validateRequest(TOKEN, signRequest(TOKEN, url, form), url, form)).toBe(true)
      }),
    )
  })

  test.each(SIGNED)("of %s passes the SDK's own check", (url, parameters, signature) => {
    expect(twilio.validateRequest(TOKEN, signature, url, parameters)).toBe(true)
    expect(twilio.validateRequest('another', signature, url, parameters)).toBe(false)
  })
})
