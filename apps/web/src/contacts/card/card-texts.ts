import type { ContactValueChange } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** The texts of a contact's card and its form. */
export const CARD_TEXTS = {
  title: 'Contact card',
  newTitle: 'New contact',
  close: 'Close contact card',
  edit: 'Edit',
  addName: 'Add name',
  text: 'Text',
  textNumber: (number: string) => `Text ${number}`,
  inThisChat: 'In this chat',
  call: (number: string) => `Call ${number}`,
  preferred: 'Preferred',
  disabled: 'Disabled',
  optedOutOf: (lines: string) => `Opted out of ${lines}`,
  noPhones: 'No phone number yet.',
  phones: 'Phones',
  formerPhones: 'Former phones',
  reassigned: (day: string) => `Removed ${day}. Someone else has this number now.`,
  emails: 'Emails',
  tags: 'Tags',
  language: 'Language',
  timeZone: 'Time zone',
  /** `now`: the time there. */
  timeThere: (now: string) => `${now} now`,
  fromNumber: 'By phone number',
  remarks: 'Remarks',
  lastText: 'Last text',
  never: 'Never',
  added: 'Added',
  facts: 'About',
  history: 'History',
  historyEmpty: 'No changes yet.',
  merge: 'Merge…',
  delete: 'Delete contact',
  deleteTitle: 'Delete contact',
  deleteMessage: (name: string) => `${isolated(name)} will be deleted. Its phones leave their chats; messages stay.`,
  deleteLabel: 'Delete',
  deleting: 'Deleting…',
  deleted: 'Contact deleted',
  erase: 'Erase…',
  failed: 'The contact couldn’t be loaded',
  gone: 'This contact was deleted',
  goneText: 'Someone else may have deleted it just now.',
  backToList: 'Back to contacts',
  backToDetails: 'Back to chat details',
  retry: 'Try again',
} as const

export const FORM_TEXTS = {
  name: 'Name',
  nameHint: 'Everyone on your team will see this name.',
  company: 'Company',
  phones: 'Phones',
  phone: (index: number) => `Phone ${index}`,
  addPhone: 'Add phone',
  removePhone: (number: string) => `Remove ${number}`,
  removeNewPhone: 'Remove this phone',
  makePreferred: (number: string) => `Text ${number} first`,
  email: (index: number) => `Email ${index}`,
  emails: 'Emails',
  addEmail: 'Add email',
  removeEmail: (email: string) => `Remove ${email || 'this email'}`,
  tags: 'Tags',
  addTag: 'Add a tag',
  chooseTag: 'Choose a tag',
  newTag: (tag: string) => `Add “${isolated(tag)}”`,
  removeTag: 'Remove tag',
  chosenTags: 'Tags of this contact',
  noTags: 'No tags yet',
  noTagsTypeOne: 'No tags yet. Type one.',
  language: 'Language',
  noLanguage: 'Not known',
  ofNumber: 'By phone number',
  noOption: 'No match',
  remarks: 'Remarks',
  remarksHint: 'Only your team sees them.',
  noChoice: 'None',
  save: 'Save',
  saving: 'Saving…',
  add: 'Add contact',
  adding: 'Adding…',
  cancel: 'Cancel',
  added: 'Contact added',
  openHolder: (name: string) => `Open ${isolated(name)}`,
} as const

/** The question about phones that a form removes. `owner`: the contact's name, if it has one. */
export const REMOVED_PHONES_TEXTS = {
  title: (phones: number) => (phones === 1 ? 'Remove phone' : `Remove ${phones} phones`),
  about: (phones: number) =>
    phones === 1 ? 'The phone leaves its chats. Messages stay.' : 'The phones leave their chats. Messages stay.',
  question: (number: string) => `Who has ${isolated(number)} now?`,
  same: (owner: string | null) => `Still ${owner === null ? 'this contact' : isolated(owner)}, or not sure`,
  sameAbout: 'If the number texts you, it’s back on this contact with its consent.',
  other: 'Someone else',
  otherAbout: (owner: string | null) =>
    `Their texts start a new chat with a new contact. What ${owner === null ? 'this contact' : isolated(owner)} agreed to doesn’t count for them. Opt-outs stay.`,
  submit: 'Remove and save',
} as const

/** The names of fields, as the history of a contact shows them. */
export const FIELD_NAMES: Record<ContactValueChange['field'], string> = {
  name: 'Name',
  company: 'Company',
  emails: 'Emails',
  remarks: 'Remarks',
  tags: 'Tags',
  timeZone: 'Time zone',
  language: 'Language',
  phones: 'Phones',
  field: 'Field',
}

/** A line of the history. Values are text that people have written. */
export const HISTORY_TEXTS = {
  imported: (by: string, file: string) => `${isolated(by)} added the contact by importing “${isolated(file)}”`,
  changedByImport: (by: string, file: string) => `${isolated(by)} imported “${isolated(file)}”`,
  importUndone: (by: string, file: string) => `${isolated(by)} undid the import of “${isolated(file)}”`,
  added: (by: string) => `${isolated(by)} added this contact`,
  addedWithPhone: 'Added',
  /** A change without an author was made by the server. */
  someone: 'Partyline',
  merged: (by: string, other: string) => `${isolated(by)} merged ${isolated(other)} into this contact`,
  set: (by: string, field: string, to: string) => `${isolated(by)} set ${isolated(field)} to ${isolated(to)}`,
  removed: (by: string, field: string, from: string) => `${isolated(by)} removed ${isolated(field)} ${isolated(from)}`,
  changed: (by: string, field: string, from: string, to: string) =>
    `${isolated(by)} changed ${isolated(field)} from ${isolated(from)} to ${isolated(to)}`,
  /** On a contact that was merged into this one. */
  on: (name: string, sentence: string) => `On ${isolated(name)}: ${sentence}`,
} as const
