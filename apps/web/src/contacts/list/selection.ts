import type { ContactId, ContactSelection } from '@partyline/contract'
import { CONTACT_BOUNDS } from '@partyline/contract'

/** The contacts that are selected one by one, or all that match. */
export type Selected = { ids: ReadonlySet<ContactId>; isAll: boolean; anchor: ContactId | null }

export const NOTHING: Selected = { ids: new Set(), isAll: false, anchor: null }

export const isActive = ({ ids, isAll }: Selected) => isAll || ids.size > 0
export const isSelected = ({ ids, isAll }: Selected, id: ContactId) => isAll || ids.has(id)

/** Selects no more than one call takes; `isFull`: some were left out. */
function limited(ids: Iterable<ContactId>, anchor: ContactId | null): { selected: Selected; isFull: boolean } {
  const all = [...new Set(ids)]
  const { tagged } = CONTACT_BOUNDS
  return { selected: { ids: new Set(all.slice(0, tagged)), isAll: false, anchor }, isFull: all.length > tagged }
}

/** Selects or clears one. Of all that match, those that are loaded stay selected without it. */
export function toggled(selected: Selected, id: ContactId, loaded: readonly ContactId[]) {
  const before = selected.isAll ? loaded : [...selected.ids]
  return limited(isSelected(selected, id) ? before.filter((one) => one !== id) : [...before, id], id)
}

/** Also selects from the last one that was selected up to this one. */
export function extended(selected: Selected, id: ContactId, loaded: readonly ContactId[]) {
  const [from, to] = [loaded.indexOf(selected.anchor ?? id), loaded.indexOf(id)]
  const range = loaded.slice(Math.min(Math.max(from, 0), to), Math.max(from, to) + 1)
  return limited([...(selected.isAll ? [] : selected.ids), ...range], selected.anchor ?? id)
}

export const allLoaded = (loaded: readonly ContactId[]) => limited(loaded, null)

/** The selection as calls take it. */
export function selectionOf(
  { ids, isAll }: Selected,
  matching: Extract<ContactSelection, { matching: unknown }>['matching'],
): ContactSelection {
  return isAll ? { matching } : { contactIds: [...ids] }
}
