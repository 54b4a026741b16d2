import { expect, it } from 'vitest'
import { markMatches } from './marked.ts'

/** The text with its matches in brackets. */
const marked = (text: string, term: string) =>
  markMatches(text, term)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

it('marks each word of the search, ignoring case and accents', () => {
  expect(marked('The bus is on strike', 'Strike bus')).toBe('The [bus] is on [strike]')
  expect(marked('Über den Fluss', 'uber')).toBe('[Über] den Fluss')
  expect(marked('Appointments at 3', 'appoint')).toBe('[Appoint]ments at 3')
})

it('marks only at word starts, like the search', () => {
  expect(marked('Undo it and do it again, todo', 'do')).toBe('Undo it and [do] it again, todo')
  expect(marked('明天见面', '见')).toBe('明天[见]面')
})

it('treats special characters literally', () => {
  expect(marked('100 % sure (yes)', '% (yes')).toBe('100 [%] sure ([yes])')
})

it('starts shortly before a match that is far into the text', () => {
  expect(marked('We would like to tell you that the meeting is moved', 'moved')).toBe('…the meeting is [moved]')
})

it('starts at the part with most of the words, so that the match is whole', () => {
  const text = 'On Monday we are open as usual. Is the pharmacy open on day 33?'
  expect(marked(text, 'pharmacy open on day 33')).toMatch(/^….*\[pharmacy\] \[open\] \[on\] \[day\] \[33\]\?$/)
})

it('returns one line, and the whole text if nothing matches', () => {
  expect(marked('One\n  two', 'two')).toBe('One [two]')
  expect(marked('One two', '')).toBe('One two')
  expect(marked('One two', 'three')).toBe('One two')
})
