import { describe, expect, it } from 'vitest'
import { LUIS, MARTA, MEMBERS } from '../sample-messages.ts'
import { reachOf } from './skipped-phones.ts'

const withLuis = (parts: Partial<(typeof MEMBERS)[number]>) =>
  MEMBERS.map((member) => (member.id === LUIS ? { ...member, ...parts } : member))

it('reaches every phone of the chat', () => {
  expect(reachOf(MEMBERS)).toEqual({ phones: 2, skipped: [], refused: [] })
})

it('says who is skipped because they said STOP, or were switched off', () => {
  expect(reachOf(withLuis({ optedOut: true }))).toEqual({
    phones: 1,
    skipped: ['Won’t be sent to Luis Rivera: opted out with STOP.'],
    refused: [],
  })
  expect(reachOf(withLuis({ disabled: true }))).toEqual({
    phones: 1,
    skipped: ['Won’t be sent to Luis Rivera: disabled in your contacts.'],
    refused: [],
  })
})

it.each(['24273', 'PARCELS'])('says that %s cannot be answered, also where it once texted STOP', (number) => {
  expect(reachOf(withLuis({ number, optedOut: true }))).toEqual({
    phones: 1,
    skipped: [
      'Won’t be sent to Luis Rivera: short codes and named senders can’t be answered. Find another way to reach them.',
    ],
    refused: [],
  })
})

it('gives each reason once, and none for who has left', () => {
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

describe('of a country that may not be texted', () => {
  const barred = 'Texts to Jamaica are not allowed.'

  it('a phone refuses the message whole, and the reason is the server’s', () => {
    expect(reachOf(withLuis({ barred }))).toEqual({
      phones: 0,
      skipped: [],
      refused: ['Can’t send while Luis Rivera is in this chat. Texts to Jamaica are not allowed.'],
    })
  })

  it('several phones have one sentence for each country', () => {
    expect(reachOf(MEMBERS.map((member) => ({ ...member, barred }))).refused).toEqual([
      'Can’t send while Marta Rivera and Luis Rivera are in this chat. Texts to Jamaica are not allowed.',
    ])
  })

  it.each([{ optedOut: true }, { disabled: true }])('a phone that is skipped anyway refuses nothing: %o', (parts) => {
    expect(reachOf(withLuis({ barred, ...parts }))).toMatchObject({ phones: 1, refused: [] })
  })
})

it('refuses a message where no phone of the chat would get it because of STOP', () => {
  const luis = withLuis({ optedOut: true }).filter(({ id }) => id !== MARTA)
  expect(reachOf(luis)).toEqual({
    phones: 0,
    skipped: [],
    refused: ['Luis texted STOP. You can’t text Luis until a START arrives.'],
  })
  const both = MEMBERS.map((member) => ({ ...member, optedOut: member.number !== null }))
  expect(reachOf(both)).toMatchObject({
    skipped: [],
    refused: ['Marta and Luis texted STOP. You can’t text them until a START arrives.'],
  })
})
