import type { Mention } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { peopleOf } from '../../core/people.ts'
import { DANA, ME, MEMBERS, sampleNote } from '../../core/tests/sample-messages.ts'
import { keptMentions, mentionRanges, namedMentions } from './note-mentions.ts'
import type { NamedMention } from './note-mentions.ts'

const of = (...names: string[]): NamedMention[] => names.map((name) => ({ mention: name as Mention, name }))
const found = (text: string, ...names: string[]) =>
  mentionRanges(text, of(...names)).map(({ from, to }) => text.slice(from, to))

describe('mentionRanges', () => {
  it.each<[string, string[], string[]]>([
    ['@Ann Lee, please', ['Ann Lee'], ['@Ann Lee']],
    ['(@Ann) and @everyone!', ['Ann', 'everyone'], ['@Ann', '@everyone']],
    ['@Ann Lee', ['Ann', 'Ann Lee'], ['@Ann Lee']],
    ['@Anna', ['Ann'], []],
    ['@Annä', ['Ann'], []],
    ['Ann', ['Ann'], []],
    ['@Ann @Ann', ['Ann'], ['@Ann', '@Ann']],
    ['@Омар, 请', ['Омар'], ['@Омар']],
  ])('in “%s” of %j', (text, names, expected) => {
    expect(found(text, ...names)).toEqual(expected)
  })
})

describe('mentions of a note', () => {
  const mentions = [ME, DANA, 'everyone', 'someone-unknown'] as Mention[]
  const note = sampleNote(1, { mentions })
  const named = namedMentions(note, peopleOf(MEMBERS))

  it('have the names of people, and everyone', () => {
    expect(named.map(({ name }) => name)).toEqual(['Ana Lopez', 'Dana Cole', 'everyone'])
  })

  it('stay after an edit if their names do, or if these are not known', () => {
    expect(keptMentions(note, 'Thanks @Dana Cole', named)).toEqual([DANA, 'someone-unknown'])
  })
})
