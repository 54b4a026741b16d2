import type { UserId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { addresses, atTermAt, EVERYONE, mayAddress, stillMentioned } from './mentions.ts'

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
    expect(stillMentioned('@Ann Lee', twins)).toHaveLength(1)
  })
})

describe('a text for a colleague', () => {
  const NAMES = ['Omar Haddad', 'Zoë O’Brien', 'Ana-Sofía Muñoz', '田中 芽衣']
  const isFor = (text: string) => addresses(text, NAMES)

  it('has @ and the start of a word of their name', () => {
    const texts = [
      '@Omar',
      '@om',
      'Please ask @haddad, ok?',
      '@zoe',
      '@Zoë’s turn',
      '@OBrien',
      "@o'brien",
      '@Muño',
      '@sofia',
    ]
    expect(texts.filter((text) => !isFor(text))).toEqual([])
    expect(isFor('@田中')).toBe(true)
  })

  it('is no time, email address, single letter, or other name', () => {
    const texts = [
      '@ 3pm',
      '@3pm',
      'mail me at a@b.com',
      'omar@clinic.org',
      '@o',
      '@',
      '@home',
      '@mar',
      'Omar',
      'x@omar',
      '@ Omar',
    ]
    expect(texts.filter(isFor)).toEqual([])
  })

  it('may be for anybody as long as no names are known', () => {
    expect(['@home', 'see @om'].map(mayAddress)).toEqual([true, true])
    expect(['a@b.com', '@ 3pm', '@3pm', '@o'].map(mayAddress)).toEqual([false, false, false, false])
  })
})
