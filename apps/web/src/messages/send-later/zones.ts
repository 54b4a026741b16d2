import { isTimeZone } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'

/** A contact who gets the message. */
export type Recipient = { name: string; number: string | null }

/** A time zone, and the contacts who are in it. */
export type ContactZone = { zone: string; names: string[] }

/** Cities that browsers still know by an old name. */
const RENAMED: Record<string, string> = {
  Calcutta: 'Kolkata',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
}

/** The city by which people know a zone: `Los Angeles` for `America/Los_Angeles`. */
export function cityOf(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1)
  return RENAMED[city] ?? city.replaceAll('_', ' ')
}

/** The zones of contacts, without those that are unknown. */
export function contactZones(
  contacts: readonly Recipient[],
  timeZoneOf: (number: string) => string | null,
): ContactZone[] {
  const zones = new Map<string, string[]>()
  for (const { name, number } of contacts) {
    const zone = number === null ? null : timeZoneOf(number)
    if (zone !== null && isTimeZone(zone)) zones.set(zone, [...(zones.get(zone) ?? []), name])
  }
  return [...zones].map(([zone, names]) => ({ zone, names }))
}

/** Whether the clocks of two zones show the same at an instant. */
export function showSame(one: Times, other: Times, at: string): boolean {
  return one.dayOf(at) === other.dayOf(at) && one.timeOf(at) === other.timeOf(at)
}
