import { describe, expect, it } from 'vitest'
import { textParts } from './text-parts.ts'

const links = (text: string, northAmerican = true) =>
  textParts(text, { northAmerican })
    .filter(({ href }) => href !== null)
    .map((part) => [part.text, part.href])

describe('textParts', () => {
  it.each([
    [
      'see https://lakeside.example/a?b=1#c now',
      'https://lakeside.example/a?b=1#c',
      'https://lakeside.example/a?b=1#c',
    ],
    ['http://lakeside.example', 'http://lakeside.example', 'http://lakeside.example/'],
    ['HTTPS://Lakeside.Example/Menu', 'HTTPS://Lakeside.Example/Menu', 'https://lakeside.example/Menu'],
    ['www.lakeside.example', 'www.lakeside.example', 'https://www.lakeside.example/'],
    [
      'write to front.desk+a@lakeside.example.',
      'front.desk+a@lakeside.example',
      'mailto:front.desk%2Ba@lakeside.example',
    ],
    ['call (202) 555-0142', '(202) 555-0142', 'tel:+12025550142'],
    ['call 202.555.0142, please', '202.555.0142', 'tel:+12025550142'],
    ['1-202-555-0142', '1-202-555-0142', 'tel:+12025550142'],
    ['+44 20 7946 0958!', '+44 20 7946 0958', 'tel:+442079460958'],
    ['+1 (202) 555-0142', '+1 (202) 555-0142', 'tel:+12025550142'],
  ])('finds the link in “%s”', (text, link, href) => {
    expect(links(text)).toEqual([[link, href]])
  })

  it.each([
    ['(see https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['https://a.example/x).', 'https://a.example/x'],
    ['“https://a.example/x”', 'https://a.example/x'],
    ['Is it https://a.example/x?', 'https://a.example/x'],
    ['https://a.example/x, and', 'https://a.example/x'],
    ['<https://a.example/x>', 'https://a.example/x'],
  ])('excludes the punctuation around the link in “%s”', (text, link) => {
    expect(links(text).map(([found]) => found)).toEqual([link])
  })

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT://www',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'https://',
    'http://localhost',
    'https://bank.example@evil.example/',
    'xhttps://a.example',
    'a@b',
    'room 12',
    '2026-11-20 10:30',
    '$1,234.50',
    '4111 1111 1111 1111',
    '20255501424242',
    'order 2025550142A',
    '+12',
  ])('finds no link in “%s”', (text) => {
    expect(links(text)).toEqual([])
  })

  it('links numbers without a country code only in North America', () => {
    expect(links('(202) 555-0142 or +49 30 901820', false)).toEqual([['+49 30 901820', 'tel:+4930901820']])
  })

  it('finds several links and keeps the whole text', () => {
    const text = 'https://a.example, b@c.example;\n(202) 555-0142 & www.d.example'
    const parts = textParts(text, { northAmerican: true })
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(links(text)).toHaveLength(4)
  })

  it('keeps the whole text of maximum length for any repeated pattern', () => {
    for (const piece of ['a', 'a.', '(', '1', '1 ', '+1', 'a@', 'www.', '@a.', 'http://']) {
      const text = piece.repeat(Math.ceil(1_600 / piece.length))
      expect(
        textParts(text, { northAmerican: true })
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })
})
