import { PAGE } from '@partyline/contract'
import type { Note } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { DANA, ME, sampleNote } from '../tests/sample-messages.ts'
import { hasOlderNotes, isMentioned, mergedNotes, withNotes } from './note-pages.ts'
import type { NotePages } from './note-pages.ts'

const pagesOf = (...pages: Note[][]): NotePages => ({ pages, pageParams: pages.map(() => null) })
const indexes = ({ pages }: NotePages) => pages.map((page) => page.map(({ text }) => Number(text.split(' ')[1])))

/** A page with as many notes as one request returns, up to this one. */
const fullPage = (last: number) => Array.from({ length: PAGE.notes }, (_, at) => sampleNote(last - PAGE.notes + 1 + at))

describe('withNotes', () => {
  it('inserts a note in its place of time, on the page of its neighbors', () => {
    const before = pagesOf([sampleNote(7), sampleNote(9)], [sampleNote(2), sampleNote(4)])
    const after = withNotes(before, [sampleNote(8), sampleNote(3), sampleNote(10)])
    expect(indexes(after)).toEqual([
      [7, 8, 9, 10],
      [2, 3, 4],
    ])
  })

  it('takes the first note of a chat', () => {
    expect(indexes(withNotes(pagesOf([]), [sampleNote(1)]))).toEqual([[1]])
  })

  it('replaces a note by a newer version only', () => {
    const before = pagesOf([sampleNote(1, { version: 5 })])
    expect(withNotes(before, [sampleNote(1, { version: 6, text: 'Newer' })]).pages[0]?.[0]?.text).toBe('Newer')
    expect(withNotes(before, [sampleNote(1, { version: 4, text: 'Older' })])).toBe(before)
  })

  it('leaves out a note from before the loaded ones, unless these reach back to the first', () => {
    const newest = pagesOf(fullPage(100))
    expect(withNotes(newest, [sampleNote(3)])).toBe(newest)
    expect(indexes(withNotes(pagesOf([sampleNote(7)]), [sampleNote(3)]))).toEqual([[3, 7]])
  })
})

describe('mergedNotes', () => {
  it('keeps what an event brought while the response was on its way', () => {
    const cached = pagesOf([sampleNote(1, { version: 9, text: 'Edited' }), sampleNote(2)])
    const merged = mergedNotes(cached, pagesOf([sampleNote(1)]))
    expect(merged.pages[0]?.map(({ text }) => text)).toEqual(['Edited', 'Note 2'])
  })

  it('keeps the objects of notes that are the same', () => {
    const cached = pagesOf([sampleNote(1), sampleNote(2)])
    const merged = mergedNotes(cached, pagesOf([sampleNote(1), sampleNote(2, { version: 3 })]))
    expect(merged.pages[0]?.[0]).toBe(cached.pages[0]?.[0])
    expect(merged.pages[0]?.[1]?.version).toBe(3)
  })

  it('drops notes that would follow a gap', () => {
    const merged = mergedNotes(pagesOf([sampleNote(1)]), pagesOf(fullPage(150)))
    expect(merged.pages.flat()).toHaveLength(PAGE.notes)
  })
})

it('knows that there may be more notes after a full page only', () => {
  expect([hasOlderNotes(fullPage(100)), hasOlderNotes(fullPage(100).slice(1))]).toEqual([true, false])
})

describe('isMentioned', () => {
  it.each<[string, Partial<Note>, boolean]>([
    ['by name', { mentions: [ME as string as Note['mentions'][number]] }, true],
    ['with everyone', { mentions: ['everyone'] }, true],
    ['not with others', { mentions: [DANA as string as Note['mentions'][number]] }, false],
    ['not by oneself', { createdBy: ME, mentions: ['everyone'] }, false],
  ])('%s', (_how, parts, expected) => {
    expect(isMentioned(sampleNote(1, parts), ME)).toBe(expected)
  })
})
