import { IMPORT, IMPORT_TEXTS } from '@partyline/contract'
import type { Encoding } from '../../../core/contact-files/decode-text.ts'
import { decodeFile, openFiles } from '../../../core/contact-files/open-files.ts'
import type { OpenedFile } from '../../../core/contact-files/open-files.ts'
import { guessColumns, UnreadableFile } from '../../../core/contact-files/read-table.ts'
import type { Columns, Table } from '../../../core/contact-files/read-table.ts'
import type { Card } from '../../../core/contact-files/read-vcards.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'

export type { OpenedFile } from '../../../core/contact-files/open-files.ts'

/** The contents of a file: cards, or a table whose columns may be chosen. */
export type ReadFile = { kind: 'cards'; cards: readonly Card[] } | { kind: 'table'; table: Table; columns: Columns }

/** @throws {UnreadableFile} */
export function openContacts(files: readonly Uint8Array[]): Promise<OpenedFile> {
  return openFiles(files, IMPORT.maxFileBytes)
}

/** @throws {UnreadableFile} */
export function readContacts(opened: OpenedFile, encoding: Encoding): ReadFile {
  if (opened.content.kind === 'cards') requireCount(opened.content.cards.length)
  const file = decodeFile(opened, encoding)
  if (file.kind === 'cards') return file
  const columns = guessColumns(file.table)
  if (!columns) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.noNumbers)
  requireCount(file.table.rows.length - Number(columns.isFirstRowHeading))
  return { ...file, columns }
}

function requireCount(count: number): void {
  if (count === 0) throw new UnreadableFile(CONTACT_IMPORT_TEXTS.empty)
  if (count > IMPORT.maxContacts) {
    throw new UnreadableFile(`${IMPORT_TEXTS.tooMany(IMPORT.maxContacts)} ${CONTACT_IMPORT_TEXTS.split(count)}`)
  }
}
