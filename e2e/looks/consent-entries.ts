import type { ConsentEntry, ConsentEntryId } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'

let entries = 0

/** Adds an entry about a phone, by default a consent in writing for the first line. */
export function addEntry(clinic: Clinic, number: string, parts: Partial<ConsentEntry> = {}): ConsentEntry {
  entries += 1
  const { id, name, number: ours } = clinic.lines[0]!
  const at = parts.at ?? '2026-11-03T14:41:00.000Z'
  const entry: ConsentEntry = {
    id: `019b0000-0000-7000-9000-${String(entries).padStart(12, '0')}` as ConsentEntryId,
    at,
    recordedAt: at,
    state: 'granted',
    source: 'written',
    number,
    reassignedAt: null,
    line: { id, name, number: ours },
    by: 'Omar Haddad',
    wording: 'I agree that Lakeside Clinic texts me about my appointments.',
    address: 'Paper form, front desk',
    message: null,
    ...parts,
  }
  clinic.consent.push(entry)
  return entry
}
