import { readFileSync } from 'node:fs'
import type { Encoding } from '../../../core/contact-files/decode-text.ts'
import { contactsInCards, contactsInTable } from './file-contacts.ts'
import type { FileContact } from './file-contacts.ts'
import { openContacts, readContacts } from './read-contacts.ts'
import type { ReadFile } from './read-contacts.ts'

/** Files from public bug reports of address books and importers, with invented names and numbers. */
export const SAMPLES = new URL('samples/', import.meta.url)

export const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, SAMPLES)))

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function contactsIn(read: ReadFile, country = 'US'): FileContact[] {
  return read.kind === 'cards'
    ? contactsInCards(read.cards, country, new Map())
    : contactsInTable(read.table, read.columns, country, new Map())
}

/** The contacts of files as the screen first shows them. */
export async function readFiles(files: readonly Uint8Array[], country = 'US', encoding?: Encoding) {
  const opened = await openContacts(files)
  const read = readContacts(opened, encoding ?? opened.encoding)
  return { opened, read, contacts: contactsIn(read, country) }
}

/** Name and number of each contact; without a number, the reason. */
export async function summaryOf(bytes: Uint8Array, country = 'US'): Promise<string[]> {
  const { contacts } = await readFiles([bytes], country)
  return contacts.map(({ name, number, fault, remark, phones }) =>
    [
      `${name}: ${fault ?? number}`,
      ...(remark ? [remark] : []),
      ...(phones.length > 0 ? [`of ${phones.map((phone) => `${phone.kind} ${phone.number}`).join(', ')}`] : []),
    ].join(' | '),
  )
}
