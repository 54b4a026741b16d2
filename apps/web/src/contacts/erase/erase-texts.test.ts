import { expect, test } from 'vitest'
import { erasedFacts, keptFacts } from './erase-texts.ts'

const NOTHING = { chats: 0, texts: 0, notes: 0, files: 0, optOuts: 0 }

test('names what was erased, without what was not there', () => {
  expect(erasedFacts({ ...NOTHING, chats: 1, texts: 1_200, notes: 1 }, true)).toEqual([
    'The contact, its phones, and its history',
    'The name and numbers in 1 chat and in the audit log',
    '1,200 texts and 1 note',
  ])
  expect(erasedFacts({ ...NOTHING, texts: 2, files: 1, notes: 3 }, true).at(-1)).toBe('2 texts, 1 file, and 3 notes')
  expect(erasedFacts(NOTHING, true)).toEqual([
    'The contact, its phones, and its history',
    'The name and numbers in the audit log',
  ])
})

test('says that texts stay only if they do', () => {
  const texts = 'Texts, files, and notes, under the name “Erased contact”'
  expect(keptFacts(NOTHING, false)).toContain(texts)
  expect(keptFacts(NOTHING, true)).not.toContain(texts)
})

test('counts the opt-outs that stay in force', () => {
  expect(keptFacts({ ...NOTHING, optOuts: 1 }, true)).toContain(
    '1 opt-out, without the number, so that it stays in force',
  )
  expect(keptFacts({ ...NOTHING, optOuts: 2 }, true)).toContain(
    '2 opt-outs, without the number, so that they stay in force',
  )
  expect(keptFacts(NOTHING, true).join(' ')).not.toContain('opt-out')
})
