import type { ImportState } from '@partyline/contract'
import { isolated } from '../../../platform/isolated.ts'

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${many}`

export const CONTACT_IMPORT_TEXTS = {
  title: 'Import contacts',
  about: 'Choose a CSV file from a spreadsheet or address book, or vCards. You can review before importing.',
  file: 'File',
  choose: 'Choose a file',
  chooseOther: 'Choose another file',
  reading: 'Reading file…',
  numberColumn: 'Column with the numbers',
  nameColumn: 'Column with the names',
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
  noName: 'No name',
  noNumber: 'No number',
  empty: 'This file has no contacts. Choose another one.',
  tooLarge: 'A file may have at most 10 MB. Split it, and import the parts one after the other.',
  workbook: 'This is an Excel workbook. Save it in Excel as “CSV UTF-8”, and choose that file.',
  unknown: 'This is neither a CSV file nor a vCard. Choose another file.',
  noNumbers: 'No column of this file holds phone numbers. Choose another file.',
  split: (found: number) =>
    `This file has ${found.toLocaleString('en-US')}. Split it, and import the parts one after the other.`,
} as const
