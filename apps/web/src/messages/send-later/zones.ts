import { isTimeZone } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'

/** A contact who gets the message. */
export type Recipient = { name: string; number: string | null; timeZone?: string | null }

/** The zones in which the phone with a number may be; the second parameter is the contact's own zone. */
export type ZonesOf = (number: string, ownZone: string | null) => readonly string[]

/** A time zone, and the contacts who are in it. */
export type ContactZone = { zone: string; names: string[] }

/** The zones in which a contact's phone may be. Empty if they are unknown, also to the browser. */
export function zonesOfContact({ number, timeZone = null }: Recipient, zonesOf: ZonesOf): readonly string[] {
  const zones = number === null ? [] : zonesOf(number, timeZone)
  return zones.every(isTimeZone) ? zones : []
}

/** The zones of contacts, without contacts who may be in several or whose zone is unknown. */
export function contactZones(contacts: readonly Recipient[], zonesOf: ZonesOf): ContactZone[] {
  const namesByZone = new Map<string, string[]>()
  for (const contact of contacts) {
    const [zone, ...others] = zonesOfContact(contact, zonesOf)
    if (zone === undefined || others.length > 0) continue
    namesByZone.set(zone, [...(namesByZone.get(zone) ?? []), contact.name])
  }
  return [...namesByZone].map(([zone, names]) => ({ zone, names }))
}

/** Whether the clocks of two zones show the same at an instant. */
export function showSame(one: Times, other: Times, at: string): boolean {
  return one.dayOf(at) === other.dayOf(at) && one.timeOf(at) === other.timeOf(at)
}
