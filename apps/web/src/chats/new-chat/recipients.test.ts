import type { MemberId } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { loadNumberReader, newRecipient, splitList, withRecipients } from './recipients.ts'
import type { Recipient } from './recipients.ts'

const MARTA: Recipient = {
  id: '0000000b-0000-4000-8000-000000000001' as MemberId,
  name: 'Marta Rivera',
  role: 'ExternalMobile',
  number: '+12025550142',
}
const DANA: Recipient = { ...MARTA, id: 'dana' as MemberId, name: 'Dana Cole', role: 'TeamsUser', number: null }
const OMAR: Recipient = { ...DANA, id: 'omar' as MemberId, name: 'Omar Haddad' }

describe('splitList', () => {
  it('splits at commas, semicolons, tabs, and line breaks, and keeps spaces', () => {
    expect(splitList('Marta Rivera, (202) 555-0142;+44 20 7946 0018\tTom\r\nAnn Lee\n')).toEqual([
      'Marta Rivera',
      '(202) 555-0142',
      '+44 20 7946 0018',
      'Tom',
      'Ann Lee',
    ])
  })

  it('leaves out empty and repeated parts', () => {
    expect(splitList(' ;Tom,,\n Tom ')).toEqual(['Tom'])
    expect(splitList(' \n ')).toEqual([])
  })
})

describe('withRecipients', () => {
  it('adds everyone once, by ID and by number', () => {
    const number = newRecipient('+12025550142', '(202) 555-0142')
    expect(withRecipients([MARTA], [DANA, MARTA, number, OMAR])).toEqual([MARTA, DANA, OMAR])
  })

  it('replaces a new number by its contact', () => {
    const number = newRecipient('+12025550142', '(202) 555-0142')
    expect(withRecipients([number, DANA], [MARTA])).toEqual([MARTA, DANA])
  })
})

describe('loadNumberReader', () => {
  it('reads numbers in any format with the home country', async () => {
    const american = await loadNumberReader('US')
    expect(['(202) 555-0142', '202.555.0142', '1 202 555 0142', '+12025550142'].map(american)).toEqual(
      Array(4).fill('+12025550142'),
    )
    expect(american('+44 20 7946 0018')).toBe('+442079460018')
    expect((await loadNumberReader('GB'))('020 7946 0018')).toBe('+442079460018')
  })

  it('reads no number from names, short codes, extensions, and unfinished numbers', async () => {
    const read = await loadNumberReader('US')
    const written = ['Marta', '72345', '202 555', '(202) 555-0142 ext. 3', 'call (202) 555-0142', '']
    expect(written.map(read)).toEqual(Array(6).fill(null))
  })

  it('needs a country code without a home country', async () => {
    const read = await loadNumberReader('')
    expect([read('(202) 555-0142'), read('+12025550142')]).toEqual([null, '+12025550142'])
  })
})
