import { describe, expect, it } from 'vitest'
import { LUIS, MARTA, ME, MEMBERS } from '../../core/tests/sample-messages.ts'
import { phonesWithoutConsent, reachOf } from './skipped-phones.ts'

const withLuis = (parts: Partial<(typeof MEMBERS)[number]>) =>
  MEMBERS.map((member) => (member.id === LUIS ? { ...member, ...parts } : member))

it('reaches every contact of the chat', () => {
  expect(reachOf(MEMBERS)).toEqual({ phones: 2, skipped: [], refused: [] })
})

it('lists contacts that are skipped because they opted out or are disabled', () => {
  expect(reachOf(withLuis({ optedOut: true }))).toEqual({
    phones: 1,
    skipped: ['Won’t be sent to Luis Rivera: opted out with STOP.'],
    refused: [],
  })
  expect(reachOf(withLuis({ optedOut: true, optedOutBy: ME })).skipped).toEqual([
    'Won’t be sent to Luis Rivera: opted out by hand.',
  ])
  expect(reachOf(withLuis({ disabled: true }))).toEqual({
    phones: 1,
    skipped: ['Won’t be sent to Luis Rivera: disabled in your contacts.'],
    refused: [],
  })
})

it.each(['24273', 'PARCELS'])('lists %s as unanswerable, even if it texted STOP', (number) => {
  expect(reachOf(withLuis({ number, optedOut: true }))).toEqual({
    phones: 1,
    skipped: [
      'Won’t be sent to Luis Rivera: short codes and named senders can’t be answered. Find another way to reach them.',
    ],
    refused: [],
  })
})

it('refuses a message if the only enabled contact opted out, and ignores contacts who left', () => {
  const members = withLuis({ disabled: true }).map((member) =>
    member.id === MARTA ? { ...member, optedOut: true } : member,
  )
  const { phones, skipped, refused } = reachOf(members)
  expect([phones, skipped.length, refused.length]).toEqual([0, 1, 1])
  expect(reachOf(withLuis({ disabled: true, deletedOn: '2026-11-02T08:00:00.000Z' }))).toEqual({
    phones: 1,
    skipped: [],
    refused: [],
  })
})

describe('contacts in a country that is not allowed', () => {
  const barred = 'Texts to Jamaica are not allowed.'

  it('block the whole message with the reason from the server', () => {
    expect(reachOf(withLuis({ barred }))).toEqual({
      phones: 0,
      skipped: [],
      refused: ['Can’t send while Luis Rivera is in this chat. Texts to Jamaica are not allowed.'],
    })
  })

  it('share one sentence per country', () => {
    expect(reachOf(MEMBERS.map((member) => ({ ...member, barred }))).refused).toEqual([
      'Can’t send while Marta Rivera and Luis Rivera are in this chat. Texts to Jamaica are not allowed.',
    ])
  })

  it.each([{ optedOut: true }, { disabled: true }])('block nothing if they are skipped anyway: %o', (parts) => {
    expect(reachOf(withLuis({ barred, ...parts }))).toMatchObject({ phones: 1, refused: [] })
  })
})

describe('contacts without written consent', () => {
  const blocked = { lacksConsent: 'block' } as const

  it('are skipped if the line blocks', () => {
    expect(reachOf(withLuis(blocked))).toEqual({
      phones: 1,
      skipped: ['Won’t be sent to Luis Rivera: no written consent.'],
      refused: [],
    })
    expect(reachOf(withLuis({ lacksConsent: 'warn' }))).toEqual({ phones: 2, skipped: [], refused: [] })
  })

  it('refuse a message that would reach no one', () => {
    const luis = withLuis(blocked).filter(({ id }) => id !== MARTA)
    const refused = ['Can’t send: no written consent from Luis Rivera yet.']
    expect(reachOf(luis)).toEqual({ phones: 0, skipped: [], refused })
    const martaStopped = withLuis(blocked).map((one) => (one.id === MARTA ? { ...one, optedOut: true } : one))
    expect(reachOf(martaStopped)).toEqual({
      phones: 0,
      skipped: ['Won’t be sent to Marta Rivera: opted out with STOP.'],
      refused,
    })
  })

  it.each([{ optedOut: true }, { disabled: true }, { number: '24273' }])(
    'are not asked if they get nothing anyway: %o',
    (parts) => {
      expect(phonesWithoutConsent(withLuis({ ...blocked, ...parts }))).toEqual([])
      expect(reachOf(withLuis({ ...blocked, ...parts })).skipped.join()).not.toContain('consent')
    },
  )

  it('are listed, whether the line warns or blocks', () => {
    expect(phonesWithoutConsent(withLuis(blocked)).map(({ id }) => id)).toEqual([LUIS])
    expect(phonesWithoutConsent(withLuis({ lacksConsent: 'warn' })).map(({ id }) => id)).toEqual([LUIS])
    expect(phonesWithoutConsent(MEMBERS)).toEqual([])
  })
})

it('refuses a message if all contacts of the chat opted out', () => {
  const luis = withLuis({ optedOut: true }).filter(({ id }) => id !== MARTA)
  expect(reachOf(luis)).toEqual({
    phones: 0,
    skipped: [],
    refused: ['Luis texted STOP. You can’t text Luis until a START arrives.'],
  })
  expect(reachOf(luis.map((member) => ({ ...member, optedOutBy: ME }))).refused).toEqual([
    'Luis was opted out by hand. You can’t text Luis until someone takes that back.',
  ])
  const both = MEMBERS.map((member) => ({ ...member, optedOut: member.number !== null }))
  expect(reachOf(both)).toMatchObject({
    skipped: [],
    refused: ['Marta and Luis texted STOP. You can’t text them until a START arrives.'],
  })
  const oneByHand = both.map((member) => (member.id === LUIS ? { ...member, optedOutBy: ME } : member))
  expect(reachOf(oneByHand).refused).toEqual(['Marta and Luis have opted out. You can’t text them.'])
})
