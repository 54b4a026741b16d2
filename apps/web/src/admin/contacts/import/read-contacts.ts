import { IMPORT, IMPORT_TEXTS } from '@partyline/contract'
import { decodeText, isAscii } from '../../../core/contact-files/decode-text.ts'
import type { Encoding } from '../../../core/contact-files/decode-text.ts'
import { detectEncoding } from '../../../core/contact-files/detect-encoding.ts'
import type { DetectedEncoding } from '../../../core/contact-files/detect-encoding.ts'
import {
  detectVcardEncoding,
  isVcard,
  readVcards,
  splitVcards,
  vcardBinary,
} from '../../../core/contact-files/read-vcards.ts'
import type { Card, UndecodedCard } from '../../../core/contact-files/read-vcards.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { guessColumns, readTable, UnreadableFile } from './read-table.ts'
import type { Columns, Table } from './read-table.ts'

/** A file before its text is decoded, with the encoding that it seems to have. */
export type OpenedFile = DetectedEncoding & {
  /** Whether another encoding could change anything. */
  isAscii: boolean
  content: { kind: 'cards'; cards: readonly UndecodedCard[] } | { kind: 'table'; bytes: Uint8Array }
}

/** The contents of a file: cards, or a table whose columns may be chosen. */
export type ReadFile = { kind: 'cards'; cards: readonly Card[] } | { kind: 'table'; table: Table; columns: Columns }

/** @throws {UnreadableFile} */
export async function openContacts(files: readonly Uint8Array[]): Promise<OpenedFile> {
  if (files.reduce((sum, { length }) => sum + length, 0) > IMPORT.maxFileBytes) throw unreadable('tooLarge')
  const binaries = files.map((bytes) => {
    // A workbook is a ZIP archive, or an OLE document.
    if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
      throw unreadable('workbook')
    return { bytes, binary: vcardStart(bytes) }
  })
  if (binaries.length > 0 && binaries.every(({ binary }) => isVcard(binary))) {
    const cards = files.flatMap((bytes) => splitVcards(vcardBinary(bytes)))
    const bytes = files.every(isAscii)
    return { ...(await detectVcardEncoding(cards)), isAscii: bytes, content: { kind: 'cards', cards } }
  }
  const [bytes = new Uint8Array(), ...more] = files
  if (more.length > 0) throw unreadable('severalTables')
  return { ...(await detectEncoding(bytes)), isAscii: isAscii(bytes), content: { kind: 'table', bytes } }
}

/** @throws {UnreadableFile} */
export function readContacts({ content }: OpenedFile, encoding: Encoding): ReadFile {
  if (content.kind === 'cards') {
    requireCount(content.cards.length)
    return { kind: 'cards', cards: readVcards(content.cards, encoding) }
  }
  const text = decodeText(content.bytes, encoding)
  if (text.trim() === '') throw unreadable('empty')
  if (text.includes('\0') || OTHER_FILE.test(text)) throw unreadable('unknown')
  const table = readTable(text)
  const columns = guessColumns(table)
  if (!columns) throw unreadable('noNumbers')
  requireCount(table.rows.length - Number(columns.isFirstRowHeading))
  return { kind: 'table', table, columns }
}

/** Web pages, XML, RTF, PDF, JSON, and LDIF. */
const OTHER_FILE = /^\s*(?:<[!?a-z]|\{\\rtf|%PDF-|[[{]\s*["{[]|dn:)/i

/** Enough to recognize a card. */
function vcardStart(bytes: Uint8Array): string {
  return vcardBinary(bytes.subarray(0, 2_000))
}

function requireCount(count: number): void {
  if (count === 0) throw unreadable('empty')
  if (count > IMPORT.maxContacts) {
    throw new UnreadableFile(`${IMPORT_TEXTS.tooMany(IMPORT.maxContacts)} ${CONTACT_IMPORT_TEXTS.split(count)}`)
  }
}

function unreadable(
  why: 'tooLarge' | 'workbook' | 'severalTables' | 'empty' | 'unknown' | 'noNumbers',
): UnreadableFile {
  return new UnreadableFile(CONTACT_IMPORT_TEXTS[why])
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}
