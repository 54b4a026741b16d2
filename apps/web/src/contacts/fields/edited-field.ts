import type { CallBody, ContactField, ContactFieldId } from '@partyline/contract'

/** A field while it is edited. `key` tells new ones apart. */
export type EditedField = Omit<ContactField, 'id' | 'choices'> & {
  key: string
  id: ContactFieldId | null
  /** As they are typed, one per line. */
  choices: string
}

export const editedOf = (field: ContactField): EditedField => ({
  ...field,
  key: field.id,
  choices: field.choices.join('\n'),
})

export const newField = (): EditedField => ({ key: crypto.randomUUID(), id: null, name: '', kind: 'text', choices: '' })

type SentField = CallBody<'contactFields.update'>['fields'][number]

export function sentOf({ id, name, kind, choices }: EditedField): SentField {
  const lines = choices
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return { ...(id !== null && { id }), name: name.trim(), kind, choices: kind === 'choice' ? lines : [] }
}

/** The list with the field at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1))
}
