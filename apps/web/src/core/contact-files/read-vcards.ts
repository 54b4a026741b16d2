import { binaryOf, bytesOf, decodeText, markedEncoding } from './decode-text.ts'
import type { Encoding } from './decode-text.ts'
import { detectEncoding } from './detect-encoding.ts'
import type { DetectedEncoding } from './detect-encoding.ts'

/** A card of an address book: vCard 2.1, 3.0 (RFC 2426), or 4.0 (RFC 6350). */
export type Card = {
  name: string
  phones: CardPhone[]
  emails: string[]
  company: string
  remarks: string
  /** Categories, as they are written. */
  tags: string[]
  /** False if its end is missing, so that lines of it may be missing too. */
  isWhole: boolean
}
/** `label` is every word of the card about the phone: its types, and the name that a person gave it. */
type CardPhone = { value: string; label: string; isPreferred: boolean }

/** A card as bytes: its lines may name their own encoding, and are folded between the bytes of a letter. */
export type UndecodedCard = { lines: Line[]; isWhole: boolean }

/** A line of a card: `item1.TEL;TYPE=CELL:+1 202…`. Parameters are in capitals, those of 2.1 without a name. */
type Line = { group: string; name: string; parameters: string[]; value: string }

/** The lines that are read. */
const WANTED = new Set(['N', 'FN', 'ORG', 'NICKNAME', 'TEL', 'X-ABLABEL', 'EMAIL', 'NOTE', 'CATEGORIES'])

/** Whether bytes are one or more vCards. */
export function isVcard(binary: string): boolean {
  return /^\s*BEGIN[ \t]*:[ \t]*VCARD\s*$/im.test(binary.slice(0, 1_000).replace(/^\xEF\xBB\xBF/, ''))
}

/** UTF-16 becomes UTF-8; all other encodings stay as they are. */
export function vcardBinary(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes)
  if (!marked?.startsWith('utf-16')) return binaryOf(bytes)
  return binaryOf(new TextEncoder().encode(decodeText(bytes, marked)))
}

/** Takes cards apart. A card without its beginning or end has the lines up to the next card. */
export function splitVcards(binary: string): UndecodedCard[] {
  const cards: UndecodedCard[] = []
  let lines: Line[] = []
  /** More than one within a nested card (AGENT in 2.1), which is someone else's. */
  let depth = 0
  let isAgent = false
  const close = (isWhole: boolean) => {
    if (isWhole || lines.some(({ name }) => name === 'TEL' || name === 'FN' || name === 'N'))
      cards.push({ lines, isWhole })
    lines = []
    depth = 0
  }
  for (const written of unfold(binary)) {
    const line = readLine(written)
    if (!line) continue
    const isMark = line.value.trim().toUpperCase() === 'VCARD'
    if (isMark && line.name === 'BEGIN') {
      if (!isAgent) close(false)
      depth += 1
      isAgent = false
    } else if (isMark && line.name === 'END') {
      if (depth > 1) depth -= 1
      else close(depth === 1)
    } else if (depth <= 1) {
      isAgent = line.name === 'AGENT' && line.value.trim() === ''
      if (WANTED.has(line.name)) lines.push(line)
    }
  }
  close(false)
  return cards
}

/** The cards of a file whose encoding nobody has chosen. */
export async function readContactCards(bytes: Uint8Array): Promise<Card[]> {
  const cards = splitVcards(vcardBinary(bytes))
  const { encoding } = await detectVcardEncoding(cards)
  return readVcards(cards, encoding)
}

/** The encoding of what names none. */
export async function detectVcardEncoding(cards: readonly UndecodedCard[]): Promise<DetectedEncoding> {
  const values: string[] = []
  for (const { lines } of cards) {
    for (const line of lines) {
      const value = valueOf(line)
      if (isEncoded(value) && !charsetOf(line)) values.push(value)
    }
  }
  return detectEncoding(bytesOf(values.join('\n')))
}

/** `encoding` is that of values that name none. */
export function readVcards(cards: readonly UndecodedCard[], encoding: Encoding): Card[] {
  return cards.map(({ lines, isWhole }) => {
    const decoded = lines.map((line) => decodeLine(line, encoding))
    const valuesOf = (wanted: string) =>
      decoded.flatMap(({ name, value }) => (name === wanted && value.trim() ? [value] : []))
    return {
      name: nameOf(decoded),
      phones: phonesOf(decoded),
      emails: valuesOf('EMAIL').map((value) => unescape(value).trim()),
      company: clean(valuesOf('ORG')[0]?.split(/(?<!\\);/)[0] ?? ''),
      remarks: valuesOf('NOTE').map(textOf).join('\n'),
      tags: valuesOf('CATEGORIES').flatMap((value) => value.split(/(?<!\\),/).map(clean)),
      isWhole,
    }
  })
}

/** Lines that begin with white space continue the one before; quoted-printable ones continue after an equals sign. */
function unfold(binary: string): string[] {
  const lines: string[] = []
  for (const line of binary.replace(/^\xEF\xBB\xBF/, '').split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last !== undefined && isOpenQuotedPrintable(last)) lines[lines.length - 1] = last.slice(0, -1) + line
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else lines.push(line)
  }
  return lines
}

function isOpenQuotedPrintable(line: string): boolean {
  return line.endsWith('=') && /^[^:]*QUOTED-PRINTABLE/i.test(line)
}

function readLine(text: string): Line | null {
  const [, group = '', name, written, value] =
    /^\s*(?:([\w-]+)\.)?([\w-]+)[ \t]*((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(text) ?? []
  if (name === undefined || written === undefined || value === undefined) return null
  const line = { group: group.toUpperCase(), name: name.toUpperCase(), parameters: [], value }
  if (written === '' || !WANTED.has(line.name)) return line
  const parameters = written
    .toUpperCase()
    .split(';')
    .flatMap((parameter) =>
      parameter
        .replace(/^TYPE=/, '')
        .replaceAll('"', '')
        .split(','),
    )
    .filter(Boolean)
  return { ...line, parameters }
}

/** The value as bytes, without quoted-printable (RFC 2045 6.7). */
function valueOf({ parameters, value }: Line): string {
  if (!parameters.some((parameter) => /^(ENCODING=)?QUOTED-PRINTABLE$/.test(parameter))) return value
  return value.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Whether there are letters beyond ASCII. ISO-2022-JP writes them with escapes. */
function isEncoded(value: string): boolean {
  return /[\x80-\xFF]/.test(value) || value.includes('\x1B')
}

/** The encoding that a line names, if it is one. */
function charsetOf({ parameters }: Line): string | null {
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice('CHARSET='.length)
  try {
    return charset ? new TextDecoder(charset.trim()).encoding : null
  } catch {
    return null
  }
}

function decodeLine(line: Line, encoding: Encoding): Line {
  const value = valueOf(line)
  if (!isEncoded(value)) return value === line.value ? line : { ...line, value }
  return { ...line, value: decodeText(bytesOf(value), charsetOf(line) ?? encoding) }
}

function phonesOf(card: readonly Line[]): CardPhone[] {
  const labels = new Map(
    card.filter(({ name }) => name === 'X-ABLABEL').map(({ group, value }) => [group, unescape(value)]),
  )
  return card
    .filter(({ name, value }) => name === 'TEL' && value.trim())
    .map(({ group, parameters, value }) => ({
      value: unescape(value).trim(),
      label: [(group && labels.get(group)) ?? '', ...parameters.filter((word) => !word.includes('='))].join(' ').trim(),
      isPreferred: parameters.some((word) => /^PREF(=1)?$/.test(word)),
    }))
}

/** The name as it is written; else the parts of one, the organization, the nickname. */
function nameOf(card: readonly Line[]): string {
  const textOf = (wanted: string) => card.find(({ name, value }) => name === wanted && clean(value))?.value ?? ''
  const formatted = clean(textOf('FN'))
  if (formatted) return formatted
  const parts = textOf('N').split(/(?<!\\);/)
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = parts
  const composed = [prefix, given, middle, family, suffix].map(clean).filter(Boolean).join(' ')
  const organization = clean(textOf('ORG').split(/(?<!\\);/)[0] ?? '')
  return composed || organization || clean(textOf('NICKNAME'))
}

function clean(value: string): string {
  return unescape(value)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A text of several lines. */
function textOf(value: string): string {
  return unescape(value.replaceAll(/\\n/gi, '\n')).trim()
}

function unescape(value: string): string {
  if (!value.includes('\\')) return value
  return value.replaceAll(/\\([\\;,:nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))
}
