import { expect, it } from 'vitest'
import { PRESENCE_TEXTS } from './presence-texts.ts'

const people = (writing: 'text' | 'note' | null, ...names: string[]) => names.map((name) => ({ name, writing }))

it('names up to three, and of more counts the rest', () => {
  expect(PRESENCE_TEXTS.writing(people('text', 'Omar'))).toBe('Omar is typing…')
  expect(PRESENCE_TEXTS.writing(people('text', 'Omar', 'Mei'))).toBe('Omar and Mei are typing…')
  expect(PRESENCE_TEXTS.here(people(null, 'Omar', 'Mei', 'Ana'))).toBe('Omar, Mei, and Ana are also here')
  expect(PRESENCE_TEXTS.here(people(null, 'Omar', 'Mei', 'Ana', 'Lu'))).toBe('Omar, Mei, and 2 others are also here')
})

it('tells texts, notes, and those who only look apart', () => {
  const three = [...people(null, 'Ana'), ...people('note', 'Mei'), ...people('text', 'Omar')]
  expect(PRESENCE_TEXTS.writing(three)).toBe('Omar is typing… Mei is writing a note…')
  expect(PRESENCE_TEXTS.here(three)).toBe('Omar is typing… Mei is writing a note… Ana is also here')
  expect(PRESENCE_TEXTS.writing(people(null, 'Ana'))).toBe('')
})
