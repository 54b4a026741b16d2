import { expect, it } from 'vitest'
import { zonesOf } from '@partyline/contract/time-zones'
import { createTimes } from '../../platform/times.ts'
import { contactZones, showSame } from './zones.ts'

const contact = (name: string, number: string | null) => ({ name, number })
const times = (timeZone: string) => createTimes({ now: Date.now, timeZone })

it('groups contacts by their zones, without those that are unknown or one of several', () => {
  const contacts = [
    contact('Ana', '+14155550142'),
    contact('Luis', '+16055550142'),
    contact('Desk', '72345'),
    contact('No one', null),
    contact('Mia', '+12125550142'),
    contact('Noah', '+12065550142'),
  ]
  expect(contactZones(contacts, zonesOf)).toEqual([
    { zone: 'America/Los_Angeles', names: ['Ana', 'Noah'] },
    { zone: 'America/New_York', names: ['Mia'] },
  ])
})

it('leaves out a zone that the browser does not know', () => {
  expect(contactZones([contact('Ana', '+14155550142')], () => ['Mars/Olympus_Mons'])).toEqual([])
})

it('compares clocks at an instant, not zones', () => {
  const arizona = times('America/Phoenix')
  const losAngeles = times('America/Los_Angeles')
  expect(showSame(arizona, losAngeles, '2026-07-01T12:00:00Z')).toBe(true)
  expect(showSame(arizona, losAngeles, '2026-12-01T12:00:00Z')).toBe(false)
  // The same time of day, a day apart
  expect(showSame(times('Pacific/Honolulu'), times('Pacific/Kiritimati'), '2026-12-01T12:00:00Z')).toBe(false)
  // Between the changes in America and Europe
  expect(showSame(times('America/New_York'), times('Europe/London'), '2026-03-15T12:00:00Z')).toBe(false)
})
