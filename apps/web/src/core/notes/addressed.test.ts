import { describe, expect, it } from 'vitest'
import type { UserId } from '@partyline/contract'
import { addresseesIn, addresses, mayAddress, withAddressees } from './addressed.ts'

describe('a text for a colleague', () => {
  const NAMES = ['Omar Haddad', 'Zoë O’Brien', 'Ana-Sofía Muñoz', '田中 芽衣']
  const PEOPLE = NAMES.map((name) => ({ id: name as UserId, name }))
  const isFor = (text: string) => addresses(text, PEOPLE)

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

  it('names those who alone can be meant', () => {
    const named = (text: string, people = PEOPLE) =>
      addresseesIn(text, people).map(({ from, to, person }) => [text.slice(from, to), person.name])
    expect(named('@omar and @Zoë’s friend, @home')).toEqual([
      ['@omar', 'Omar Haddad'],
      ['@Zoë', 'Zoë O’Brien'],
    ])
    expect(named('@Omar Haddad, please')).toEqual([['@Omar Haddad', 'Omar Haddad']])
    expect(named('@omar', [...PEOPLE, { id: '2' as UserId, name: 'Omar Sharif' }])).toEqual([])
  })

  it('becomes a note that mentions everyone whom it addresses', () => {
    const [omar, zoe] = PEOPLE
    const mentionedIn = (text: string, chosen = [zoe!]) => {
      const note = withAddressees(text, chosen, PEOPLE)
      return [note.text, ...note.mentioned.map(({ name }) => name)]
    }
    expect(mentionedIn('@omar, @Zoë O’Brien and @everyone')).toEqual([
      '@Omar Haddad, @Zoë O’Brien and @everyone',
      'Zoë O’Brien',
      'everyone',
      'Omar Haddad',
    ])
    expect(mentionedIn('@Omar Haddad, call her')).toEqual(['@Omar Haddad, call her', 'Omar Haddad'])
    expect(mentionedIn('See you @ 3pm, a@b.com, @home')).toEqual(['See you @ 3pm, a@b.com, @home'])
    expect(mentionedIn('@om', [omar!])).toEqual(['@Omar Haddad', 'Omar Haddad'])
  })

  it('may be for anybody as long as no names are known', () => {
    expect(['@home', 'see @om'].map(mayAddress)).toEqual([true, true])
    expect(['a@b.com', '@ 3pm', '@3pm', '@o'].map(mayAddress)).toEqual([false, false, false, false])
  })
})
