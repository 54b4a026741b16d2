import type { CheckedContact, ImportState, RawContact } from '@partyline/contract'
import type { FileContact } from './file-contacts.ts'

/** A contact in the file, and what an import would do with it. */
export type PlannedContact = FileContact & { row: number; check: CheckedContact }

/** The contacts for the server to check: all except those already ruled out. */
export function checkable(contacts: readonly FileContact[]): RawContact[] {
  return contacts.flatMap(({ fault, name, number }) => (fault === null ? [{ name, number }] : []))
}

/** `checks` are those of the {@link checkable} contacts, in order. */
export function planOf(contacts: readonly FileContact[], checks: readonly CheckedContact[]): PlannedContact[] {
  let next = 0
  return contacts.flatMap((contact, index) => {
    const { fault } = contact
    if (fault !== null) {
      return [{ ...contact, row: index, check: { state: 'refused', number: null, knownAs: null, reason: fault } }]
    }
    const check = checks[next]
    next += 1
    return check ? [{ ...contact, row: index, check }] : []
  })
}

/** The contacts to send: only new ones, with numbers as the server understood them. */
export function newContacts(plan: readonly PlannedContact[]): RawContact[] {
  return plan.flatMap(({ name, check: { state, number } }) =>
    state === 'new' && number ? [{ name: name.trim(), number }] : [],
  )
}

export function countStates(plan: readonly PlannedContact[]): Record<ImportState, number> {
  const counts: Record<ImportState, number> = { new: 0, known: 0, repeated: 0, refused: 0 }
  for (const { check } of plan) counts[check.state] += 1
  return counts
}
