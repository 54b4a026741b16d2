import type { CheckedContact, ImportState, RawContact } from '@partyline/contract'

/** A contact in the file, and what an import does with it. */
export type PlannedContact = RawContact & { row: number; check: CheckedContact }

export function planOf(contacts: readonly RawContact[], checks: readonly CheckedContact[]): PlannedContact[] {
  return contacts.flatMap((contact, index) => {
    const check = checks[index]
    return check ? [{ ...contact, row: index + 1, check }] : []
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
