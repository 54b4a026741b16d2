import { decodeText, isAscii } from './decode-text.ts'
import type { Encoding } from './decode-text.ts'
import { detectEncoding } from './detect-encoding.ts'
import type { DetectedEncoding } from './detect-encoding.ts'
import { readTable, UnreadableFile } from './read-table.ts'
import type { Table } from './read-table.ts'
import { detectVcardEncoding, isVcard, readVcards, splitVcards, vcardBinary } from './read-vcards.ts'
import type { Card, UndecodedCard } from './read-vcards.ts'
import { UNREADABLE_TEXTS } from './unreadable-texts.ts'

/** A file before its text is decoded, with the encoding that it seems to have. */
export type OpenedFile = DetectedEncoding & {
  /** Whether another encoding could change anything. */
  isAscii: boolean
  content: { kind: 'cards'; cards: readonly UndecodedCard[] } | { kind: 'table'; bytes: Uint8Array }
}

/** @throws {UnreadableFile} */
export async function openFiles(files: readonly Uint8Array[], maxBytes: number): Promise<OpenedFile> {
  if (files.reduce((sum, { length }) => sum + length, 0) > maxBytes) {
    throw new UnreadableFile(UNREADABLE_TEXTS.tooLarge(maxBytes))
  }
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
export function decodeFile(
  { content }: OpenedFile,
  encoding: Encoding,
): { kind: 'cards'; cards: Card[] } | { kind: 'table'; table: Table } {
  if (content.kind === 'cards') {
    return { kind: 'cards', cards: readVcards(content.cards, encoding) }
  }
  const text = decodeText(content.bytes, encoding)
  if (text.trim() === '') throw unreadable('empty')
  if (text.includes('\0') || OTHER_FILE.test(text)) throw unreadable('unknown')
  return { kind: 'table', table: readTable(text) }
}

/** Web pages, XML, RTF, PDF, JSON, and LDIF. */
const OTHER_FILE = /^\s*(?:<[!?a-z]|\{\\rtf|%PDF-|[[{]\s*["{[]|dn:)/i

/** Enough to recognize a card. */
function vcardStart(bytes: Uint8Array): string {
  return vcardBinary(bytes.subarray(0, 2_000))
}

function unreadable(why: 'workbook' | 'severalTables' | 'empty' | 'unknown'): UnreadableFile {
  return new UnreadableFile(UNREADABLE_TEXTS[why])
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}
