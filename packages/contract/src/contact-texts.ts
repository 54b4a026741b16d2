// No imports, so that the web app can load the texts without the schemas.

/** Texts for invalid values of contacts and their fields. */
export const CONTACT_TEXTS = {
  email: 'Enter an email address, for example ann@example.com.',
  tag: 'Use letters, digits, spaces, and - _ & / . only.',
  language: 'Choose a language from the list.',
  number: 'Enter a number, for example 12.5.',
  date: 'Enter a date.',
  choice: 'Choose one of the options.',
  unknownField: 'This field was removed. Reload to see the current fields.',
  choices: 'Add at least one option.',
  sameChoice: 'Each option should be different.',
  sameField: 'Another field already has this name.',
  onePreferred: 'Choose one preferred phone number.',
  tooManyTags: (max: number) => `Your organization already has ${max} tags. Use one of them, or remove some first.`,
  tooManyTagsOn: (name: string, max: number) => `${name} would have more than ${max} tags. Remove some there first.`,
  otherContact: 'Choose another contact to merge with.',
  mergedGone: 'The other contact was deleted. Choose another one.',
  notTheirPhone: 'Choose a phone number of one of the two contacts.',
  samePhone: 'This number is already on this contact.',
  onlyAdminsRemovePhones: 'Only Admins can remove a phone number.',
  notRemoved: 'Name only phones of this contact that the same change removes.',
  stillSending: 'A text to this contact is still being sent. Try again in a minute.',
  changedKind: 'The type of a field can’t change. Add another field instead.',
} as const

/** Replacements for the data that identified an erased contact. */
export const ERASED = {
  name: 'Erased contact',
  text: 'This text was erased.',
  note: 'This note was erased.',
} as const
