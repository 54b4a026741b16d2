import type { UserId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { atTermAt, EVERYONE, mentionRanges, stillMentioned } from './mentions.ts'

const person = (name: string, id = name) => ({ id: id as UserId, name })

describe('the term after @', () => {
  const termAt = (text: string) => atTermAt(text, text.length)?.term ?? null

  it('is at the start or after white space, and may have a space', () => {
    expect(['@', '@om', 'ask @Omar H', 'ask\n@omar ', 'Ask @Zoë'].map(termAt)).toEqual([
      '',
      'om',
      'Omar H',
      'omar ',
      'Zoë',
    ])
    expect(['om', 'a@b', '@ 3pm', '@om  a', '@om\n', '@@'].map(termAt)).toEqual([null, null, null, null, null, null])
  })

  it('ends at the caret', () => {
    expect(atTermAt('ask @omar please', 7)).toEqual({ from: 4, to: 7, term: 'om' })
  })
})

describe('mentionRanges', () => {
  it.each<[string, string[], string[]]>([
    ['@Ann Lee, please', ['Ann Lee'], ['@Ann Lee']],
    ['(@Ann) and @everyone!', ['Ann', 'everyone'], ['@Ann', '@everyone']],
    ['@Anna', ['Ann'], []],
    ['@Annä', ['Ann'], []],
    ['@Ann @Ann', ['Ann'], ['@Ann', '@Ann']],
    ['@Омар, 请', ['Омар'], ['@Омар']],
  ])('in “%s” of %j', (text, names, expected) => {
    const people = names.map((name) => person(name))
    expect(mentionRanges(text, people).map(({ from, to }) => text.slice(from, to))).toEqual(expected)
  })
})

describe('who is mentioned', () => {
  const [ann, annLee, omar] = [person('Ann'), person('Ann Lee'), person('Omar Haddad')]
  const names = (text: string, mentioned = [ann, annLee, omar, EVERYONE]) =>
    stillMentioned(text, mentioned).map(({ name }) => name)

  it('is who was chosen and is still in the text', () => {
    expect(names('@Omar Haddad can you? @everyone, please read.')).toEqual(['Omar Haddad', 'everyone'])
    expect(names('@Omar can you?')).toEqual([])
    expect(names('Omar Haddad can you?')).toEqual([])
    expect(names('@Omar Haddads turn')).toEqual([])
    expect(names('@Omar Haddad’s turn')).toEqual(['Omar Haddad'])
    expect(names('@Omar Haddad', [])).toEqual([])
  })

  it('is not a person whose name only begins that of another', () => {
    expect(names('@Ann Lee')).toEqual(['Ann Lee'])
    expect(names('@Ann and @Ann Lee')).toEqual(['Ann', 'Ann Lee'])
    expect(names('@Ann @Ann')).toEqual(['Ann'])
  })

  it('can be two people with the same name', () => {
    const twins = [person('Ann Lee', '1'), person('Ann Lee', '2')]
    expect(stillMentioned('@Ann Lee and @Ann Lee', twins)).toEqual(twins)
    // The one who was chosen last, as after a wrong choice.
    expect(stillMentioned('@Ann Lee', twins)).toEqual(twins.slice(1))
  })
})
