import type { ContactFieldKind } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** The texts of the editor for the tenant's own fields. */
export const FIELDS_TEXTS = {
  title: 'Fields of contacts',
  about: 'Your own facts about contacts, such as a plan or a birthday. Everyone on your team fills them in.',
  list: 'Fields',
  none: 'No fields yet.',
  name: (index: number) => `Name of field ${index}`,
  namePlaceholder: 'Name, for example Plan',
  kind: (name: string) => `Type of ${isolated(name)}`,
  kinds: { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' } satisfies Record<ContactFieldKind, string>,
  choices: (name: string) => `Options of ${isolated(name)}`,
  choicesHint: 'One option per line.',
  newField: 'the new field',
  up: (name: string) => `Move ${isolated(name)} up`,
  down: (name: string) => `Move ${isolated(name)} down`,
  place: (name: string, place: number) => `${isolated(name)} is now number ${place}.`,
  remove: (name: string) => `Remove ${isolated(name)}`,
  removed: (names: string) => `Values of ${names} will no longer be shown once you save.`,
  add: 'Add field',
  most: (count: number) => `You can have at most ${count} fields.`,
  save: 'Save',
  saving: 'Saving…',
} as const
