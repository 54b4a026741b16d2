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
    ['看看https://a.example/x。谢谢', 'https://a.example/x'],
    ['https://a.example/x、次に', 'https://a.example/x'],
    ['（https://a.example/x）', 'https://a.example/x'],
    ['「https://a.example/x」です', 'https://a.example/x'],
    ['《https://a.example/x》', 'https://a.example/x'],
    ['【https://a.example/x】', 'https://a.example/x'],
    ['https://a.example/x？对', 'https://a.example/x'],
    ['https://a.example/x！好', 'https://a.example/x'],
    ['https://a.example/x，然后', 'https://a.example/x'],
    ['网址：https://a.example/x；好', 'https://a.example/x'],
    ['https://a.example/x谢谢', 'https://a.example/x'],
    ['https://a.exampleを見て', 'https://a.example'],
    ['https://a.example/x를 보세요', 'https://a.example/x'],
    ['ดูhttps://a.example/xนะ', 'https://a.example/x'],
    ['https://zh.wikipedia.org/wiki/北京', 'https://zh.wikipedia.org/wiki/北京'],
    ['https://例え.jp/パス?q=東京。', 'https://例え.jp/パス?q=東京'],
    ['https://münchen.example/straße,', 'https://münchen.example/straße'],
    ['https://ru.wikipedia.org/wiki/Москва.', 'https://ru.wikipedia.org/wiki/Москва'],
    ['انظر https://a.example/x، شكرا', 'https://a.example/x'],
    ['هل رأيت https://a.example/x؟', 'https://a.example/x'],
    ['https://a.example/x؛ ثم', 'https://a.example/x'],
    ['اقرأ https://a.example/صفحة.', 'https://a.example/صفحة'],
    ['«https://a.example/x»', 'https://a.example/x'],
    ['« https://a.example/x »', 'https://a.example/x'],
    ['‹https://a.example/x›', 'https://a.example/x'],
    ['„https://a.example/x“', 'https://a.example/x'],
    ['‘https://a.example/x’', 'https://a.example/x'],
    ['Vu https://a.example/x\u00A0?', 'https://a.example/x'],
    ['https://a.example/x—thanks', 'https://a.example/x'],
    ['https://a.example/x…', 'https://a.example/x'],
    ['https://a.example/x🙂', 'https://a.example/x'],
    ['https://a.example/x\u200Bmore', 'https://a.example/x'],
    ['\u2068https://a.example/x\u2069', 'https://a.example/x'],
    ['https://a.example/x।', 'https://a.example/x'],
    ['https://a.example/x\u3000次', 'https://a.example/x'],
    ['`https://a.example/x`', 'https://a.example/x'],
    ['**https://a.example/x**', 'https://a.example/x'],
    ['[map](https://a.example/x)', 'https://a.example/x'],
    ['(https://a.example/x_(y))', 'https://a.example/x_(y)'],
    ['https://a.example/x?!', 'https://a.example/x'],
    ['https://a.example/?u=https://b.example/', 'https://a.example/?u=https://b.example/'],
    ['https://a.example/@ann/x-y~z', 'https://a.example/@ann/x-y~z'],
    ['请写信给ann@a.example谢谢', 'ann@a.example'],
    ['ann@a.exampleです', 'ann@a.example'],
    ['ann@a.example。', 'ann@a.example'],
    ['（ann@例え.jp）', 'ann@例え.jp'],
    ['电话+1 202 555 0142谢谢', '+1 202 555 0142'],
    ['電話は202-555-0142です', '202-555-0142'],
    ['On lakeside.com/menu, please', 'lakeside.com/menu'],
    ['Lakeside.COM', 'Lakeside.COM'],
    ['(shop.lakeside.com)', 'shop.lakeside.com'],
    ['请看lakeside.com谢谢', 'lakeside.com'],
    ['lakeside.org?', 'lakeside.org'],
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
    'See you.Me too',
    'Thanks.Common sense',
    'report.company',
    'lakeside.com.example',
    '.com',
    'e.g. this.',
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
    expect(links('https://a.example/x,https://b.example/y')).toHaveLength(2)
  })

  it('keeps the whole text of maximum length for any repeated pattern', () => {
    for (const piece of [
      'a',
      'a.',
      '(',
      '1',
      '1 ',
      '+1',
      'a@',
      'www.',
      '@a.',
      'http://',
      'a.com',
      'a-',
      '東',
      'a東',
      '.com/',
      'a@東.',
    ]) {
      const text = piece.repeat(Math.ceil(1_600 / piece.length))
      expect(
        textParts(text, { northAmerican: true })
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })
})
