import { IMPORT, IMPORT_TEXTS } from '@partyline/contract'
import type { RawContact } from '@partyline/contract'
import { decodeText } from './decode-text.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { guessColumns, readTable } from './read-table.ts'
import type { Columns, Table } from './read-table.ts'
import { UnreadableFile } from './read-table.ts'
import { isVcard, readVcards } from './read-vcards.ts'

/** The contents of a file: contacts, or a table whose columns have to be chosen. */
export type ReadFile = { kind: 'contacts'; contacts: RawContact[] } | { kind: 'table'; table: Table; columns: Columns }

/** Longer cells are neither names nor numbers; the server rejects them. */
const MAX_CHARACTERS = 1_000

export function readContacts(bytes: Uint8Array): ReadFile {
  if (bytes.length > IMPORT.maxFileBytes) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.tooLarge)
  // A workbook is a ZIP archive, or an OLE document.
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new UnreadableFile(CONTACT_IMPORT_TEXTS.workbook)
  }
  const text = decodeText(bytes)
  if (text.trim() === '') throw new UnreadableFile(CONTACT_IMPORT_TEXTS.empty)
  if (text.includes('\0')) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.unknown)
  if (isVcard(text)) return { kind: 'contacts', contacts: bounded(readVcards(text)) }
  const table = readTable(text)
  const columns = guessColumns(table)
  if (!columns) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.noNumbers)
  if (table.rows.length > IMPORT.maxContacts) throw new UnreadableFile(tooMany(table.rows.length))
  return { kind: 'table', table, columns }
}

/** The contacts in the chosen columns. */
export function contactsOf({ rows }: Table, { number, name }: Columns): RawContact[] {
  return rows.map((cells) => ({
    number: bound(cells[number] ?? ''),
    name: bound(
      name
        .map((column) => cells[column] ?? '')
        .filter(Boolean)
        .join(' '),
    ),
  }))
}

function bounded(contacts: readonly RawContact[]): RawContact[] {
  if (contacts.length === 0) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.empty)
  if (contacts.length > IMPORT.maxContacts) throw new UnreadableFile(tooMany(contacts.length))
  return contacts.map(({ number, name }) => ({ number: bound(number), name: bound(name) }))
}

function bound(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}

function tooMany(count: number): string {
  return `${IMPORT_TEXTS.tooMany(IMPORT.maxContacts)} ${CONTACT_IMPORT_TEXTS.split(count)}`
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}
