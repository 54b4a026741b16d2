import type { ImportState } from '@partyline/contract'
import { UNREADABLE_TEXTS } from '../../../core/contact-files/unreadable-texts.ts'
import { isolated } from '../../../platform/isolated.ts'

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${many}`

const quoted = (text: string) => `“${isolated(text)}”`

export const CONTACT_IMPORT_TEXTS = {
  title: 'Import contacts',
  about:
    'Choose a CSV file from a spreadsheet or address book, or contact cards (.vcf). You can review before importing.',
  file: 'File',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  reading: 'Reading file…',
  numberColumns: 'Columns with the numbers',
  nameColumns: 'Columns with the names',
  firstRow: 'First row is a heading',
  guessedHeading: (row: string) => `${quoted(row)} looks like a heading: it has no phone number.`,
  guessedContact: (row: string) => `${quoted(row)} looks like a contact.`,
  chosenHeading: (row: string) => `${quoted(row)} isn’t imported.`,
  chosenContact: (row: string) => `${quoted(row)} is read as a contact.`,
  encoding: 'Encoding',
  encodingGuess: 'This file doesn’t say how its letters are stored. If names look garbled, choose another encoding.',
  phoneOf: (name: string) => (name ? `Number of ${isolated(name)}` : 'Number'),
  chooseNumber: 'Choose a number to import it anyway',
  kinds: { mobile: 'Mobile', main: 'Phone', home: 'Home', work: 'Work' },
  column: (place: number) => `Column ${place}`,
  rows: 'Contacts of the file',
  row: 'Row',
  show: 'Show',
  all: 'All',
  states: {
    new: 'New',
    known: 'In the list',
    repeated: 'Duplicate',
    refused: 'Invalid',
  } satisfies Record<ImportState, string>,
  stays: (name: string) => `Stays as it is: ${isolated(name)}`,
  repeatedAbove: 'Duplicate of an earlier row.',
  summary: (counts: Record<ImportState, number>) =>
    [
      count(counts.new, 'new contact', 'new contacts'),
      counts.known > 0 && `${counts.known.toLocaleString('en-US')} in the list already`,
      counts.repeated > 0 && count(counts.repeated, 'duplicate', 'duplicates'),
      counts.refused > 0 && `${counts.refused.toLocaleString('en-US')} invalid`,
    ]
      .filter(Boolean)
      .join(' · '),
  nothingNew: 'There’s nothing new in this file. Nothing will change.',
  import: (contacts: number) => `Import ${count(contacts, 'contact', 'contacts')}`,
  importing: 'Importing…',
  imported: (contacts: number) => `${count(contacts, 'contact was', 'contacts were')} imported.`,
  close: 'Close',
  remark: (extra: string) => `Without ${quoted(extra)}: a text can’t reach an extension.`,
  rounded:
    'A spreadsheet rounded this number, and its last digits are lost. Format the column as a number without decimals, or as text, and save the file again.',
  alsoRounded: (number: string) => `A spreadsheet rounded another number, ${isolated(number)}.`,
  onlyFax: 'This contact only has a number that can’t get texts, such as a fax or pager.',
  missingNumber: 'This contact has no phone number.',
  incomplete: 'The file has only a part of this contact’s card, so the number may be incomplete.',
  noName: 'No name',
  noNumber: 'No number',
  ...UNREADABLE_TEXTS,
  noNumbers: 'No column of this file holds phone numbers. Choose another file.',
  split: (found: number) =>
    `This file has ${found.toLocaleString('en-US')}. Split it, and import the parts one after the other.`,
} as const
