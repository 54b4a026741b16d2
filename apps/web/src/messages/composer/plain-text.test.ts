import { expect, it } from 'vitest'
import { kindsInWords, plainText } from './plain-text.ts'

it('replaces typographic characters, and leaves everything else', () => {
  expect(plainText('“It’s” ‘on’ – or — off…\u00A0at\u202F9')).toBe("\"It's\" 'on' - or - off... at 9")
  const kept = 'Größe\n\tñ 😀 {{name}} a  b'
  expect(plainText(kept)).toBe(kept)
})

it('names characters in words', () => {
  expect(kindsInWords(['’'])).toBe('curly quotes')
  expect(kindsInWords(['😀', '–', '“', '”'])).toBe('curly quotes, dashes, and emoji')
  expect(kindsInWords(['…', '\u00A0', 'ł', '🇺🇸', '✓'])).toBe('ellipses (…), special spaces, and 3 others')
})
