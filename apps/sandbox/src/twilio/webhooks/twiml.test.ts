import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTwiml } from './twiml.ts'

const answer = (body: string, contentType = 'text/xml; charset=utf-8') => ({ status: 200, contentType, body })
const noAttributes = { mediaUrls: [], to: null, from: null, statusCallback: null }

describe('the response of a webhook', () => {
  test('an empty Response has no effect', () => {
    expect(readTwiml(answer('<?xml version="1.0" encoding="UTF-8"?><Response></Response>'))).toEqual({
      ok: true,
      replies: [],
    })
    expect(readTwiml(answer('', ''))).toEqual({ ok: true, replies: [] })
  })

  test('a Message is parsed with its body, media, and attributes', () => {
    const source = `<Response><!-- two --><Message to="+12025550143" statusCallback='http://h/s?a=1&amp;b=2'>
      <Body>Fish &amp; chips &#x1F41F;</Body><Media>http://h/a.png</Media></Message><Message>Plain &lt;text&gt;</Message></Response>`
    expect(readTwiml(answer(source))).toEqual({
      ok: true,
      replies: [
        {
          body: 'Fish & chips 🐟',
          mediaUrls: ['http://h/a.png'],
          to: '+12025550143',
          from: null,
          statusCallback: 'http://h/s?a=1&b=2',
        },
        { ...noAttributes, body: 'Plain <text>' },
      ],
    })
  })

  test('plain text is texted back', () => {
    expect(readTwiml(answer('OK', 'text/plain'))).toEqual({ ok: true, replies: [{ ...noAttributes, body: 'OK' }] })
  })

  test('any input is parsed or refused', () => {
    const pieces = fc.constantFrom(
      '<Response>',
      '</Response>',
      '<Message to="',
      '"',
      '<Body>',
      '<![CDATA[',
      ']]>',
      '&#x110000;',
      '<!--',
      '-->',
      'x',
    )
    fc.assert(
      fc.property(fc.array(pieces), (source) => {
        expect(readTwiml(answer(source.join('')))).toHaveProperty('ok')
      }),
    )
  })

  test('at most ten messages are sent', () => {
    const twiml = readTwiml(answer(`<Response>${'<Message>x</Message>'.repeat(12)}</Response>`))
    expect(twiml.ok && twiml.replies.length).toBe(10)
  })

  test.each([
    ['text in another type', answer('{}', 'application/json'), 12300],
    ['XML that ends too early', answer('<Response><Message>Hi</Response>'), 12100],
    ['two roots', answer('<Response/><Response/>'), 12100],
    ['another root', answer('<Reply/>'), 12102],
  ])('%s is an error', (_case, given, code) => {
    expect(readTwiml(given)).toEqual({ ok: false, code })
  })
})
