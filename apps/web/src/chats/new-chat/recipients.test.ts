import type { MemberId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { isList, loadListReader, newRecipient, withRecipients } from './recipients.ts'
import type { Recipient } from './recipients.ts'

const MARTA: Recipient = {
  id: '0000000b-0000-4000-8000-000000000001' as MemberId,
  name: 'Marta Rivera',
  role: 'ExternalMobile',
  number: '+12025550142',
}
const DANA: Recipient = { ...MARTA, id: 'dana' as MemberId, name: 'Dana Cole', role: 'TeamsUser', number: null }
const OMAR: Recipient = { ...DANA, id: 'omar' as MemberId, name: 'Omar Haddad' }

describe('isList', () => {
  it.each([
    '2025550142, 2025550143',
    '2025550142\n2025550143',
    'Marta Rivera; Tom',
    '2025550142 / 2025550143',
    '2025550142 or 2025550143',
    'Pat Lane <+12025550142>',
    '\u2022 2025550142',
  ])('%j is one', (pasted) => expect(isList(pasted)).toBe(true))

  it.each(['Marta Rivera', '(202) 555-0142', '+44 20 7946 0018', ' Tom\n', 'tel:+12025550142'])(
    '%j is none',
    (pasted) => expect(isList(pasted)).toBe(false),
  )
})

describe('withRecipients', () => {
  it('adds everyone once, by ID and by number', () => {
    const number = newRecipient('+12025550142', '(202) 555-0142')
    expect(withRecipients([MARTA], [DANA, MARTA, number, OMAR])).toEqual([MARTA, DANA, OMAR])
  })

  it('knows a phone in another spelling of its network', () => {
    const typed = newRecipient('+525515875145', 'Ana')
    expect(withRecipients([typed], [{ ...MARTA, number: '+5215515875145' }])).toEqual([
      { ...MARTA, number: '+5215515875145' },
    ])
  })

  it('replaces a new number by its contact', () => {
    const number = newRecipient('+12025550142', '(202) 555-0142')
    expect(withRecipients([number, DANA], [MARTA])).toEqual([MARTA, DANA])
  })
})

describe('loadListReader', () => {
  it('reads numbers in any format with the home country', async () => {
    const { number } = await loadListReader('US')
    const written = [
      '(202) 555-0142',
      '202.555.0142',
      '+12025550142',
      'tel:+1-202-555-0142',
      'call (202) 555-0142 ext. 3',
    ]
    expect(written.map(number)).toEqual(written.map(() => '+12025550142'))
    expect(number('+44 20 7946 0018')).toBe('+442079460018')
    expect((await loadListReader('GB')).number('020 7946 0018')).toBe('+442079460018')
  })

  it('reads no number from names, short codes, unfinished numbers, and several numbers', async () => {
    const { number } = await loadListReader('US')
    const written = ['Marta', '72345', '202 555', '2025550142, 2025550143', '']
    expect(written.map(number)).toEqual(written.map(() => null))
  })

  it('needs a country code without a home country', async () => {
    const { number } = await loadListReader('')
    expect([number('(202) 555-0142'), number('+12025550142')]).toEqual([null, '+12025550142'])
  })

  it('reads the names and numbers of a pasted list, each once', async () => {
    const { parts } = await loadListReader('US')
    const list = 'Marta Rivera, (202) 555-0142;Kim <+44 20 7946 0018>\tTom\r\n2025550142\n Tom '
    expect(parts(list).map(({ number, name, source }) => number ?? name ?? source)).toEqual([
      'Marta Rivera',
      '+12025550142',
      '+442079460018',
      'Tom',
    ])
    expect(parts(' ;,, \n ')).toEqual([])
  })
})
