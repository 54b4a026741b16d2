import type { RawContact } from '@partyline/contract'
import { decodeQuotedPrintable } from './decode-text.ts'

/** A line of a card without its group: `TEL;TYPE=CELL:+1 202…`. Parameters are in capitals, those of 2.1 without a name. */
type Line = { name: string; parameters: string[]; value: string }

const NOT_FOR_TEXTS = ['FAX', 'PAGER', 'MODEM', 'ISDN', 'X-FAX']
const MOBILE = ['CELL', 'MOBILE', 'IPHONE', 'MSG', 'TEXT', 'PCS', 'X-MOBILE']

/** Whether a text is one or more vCards: 2.1, 3.0 (RFC 2426) or 4.0 (RFC 6350). */
export function isVcard(text: string): boolean {
  return /^\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 1_000))
}

/**
 * Each card's name with each of its mobile numbers, or with all numbers but faxes where none is called mobile. A card
 * without a number is there with an empty one.
 */
export function readVcards(text: string): RawContact[] {
  const contacts: RawContact[] = []
  let card: Line[] = []
  let depth = 0
  for (const line of unfold(text)) {
    const read = readLine(line)
    if (!read) continue
    const isMark = read.value.trim().toUpperCase() === 'VCARD'
    if (read.name === 'BEGIN' && isMark) {
      // A card inside a card (AGENT in 2.1) is of somebody else.
      if (depth === 0) card = []
      depth += 1
    } else if (read.name === 'END' && isMark) {
      depth = Math.max(depth - 1, 0)
      if (depth === 0) contacts.push(...contactsOf(card))
    } else if (depth === 1) {
      card.push(read)
    }
  }
  return contacts
}

/** Lines that begin with white space go on the one before; quoted-printable ones go on behind an equals sign. */
function unfold(text: string): string[] {
  const lines: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
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

function readLine(line: string): Line | null {
  const [, name, written, value] = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s.exec(line) ?? []
  if (name === undefined || written === undefined || value === undefined) return null
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
  const isQuotedPrintable = parameters.some((parameter) => /^(ENCODING=)?QUOTED-PRINTABLE$/.test(parameter))
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice('CHARSET='.length)
  const decoded = isQuotedPrintable ? decodeQuotedPrintable(value, charset) : value
  return { name: name.toUpperCase(), parameters, value: decoded }
}

function contactsOf(card: readonly Line[]): RawContact[] {
  const name = nameOf(card)
  const phones = card.filter(
    (line) => line.name === 'TEL' && !line.parameters.some((parameter) => NOT_FOR_TEXTS.includes(parameter)),
  )
  const mobile = phones.filter(({ parameters }) => parameters.some((parameter) => MOBILE.includes(parameter)))
  const numbers = (mobile.length > 0 ? mobile : phones).map(numberOf).filter(Boolean)
  if (numbers.length === 0) return [{ name, number: '' }]
  return [...new Set(numbers)].map((number) => ({ name, number }))
}

/** Version 4.0 writes addresses (RFC 3966): `tel:+1-202-555-0142;ext=5`. */
function numberOf({ value }: Line): string {
  const [number = '', ...more] = unescape(value).trim().replace(/^tel:/i, '').split(';')
  const extension = more.find((part) => part.toLowerCase().startsWith('ext='))?.slice('ext='.length)
  return extension ? `${number} ext. ${extension}` : number.trim()
}

/** The name as it is written; else the parts of one, the organization, the nickname. */
function nameOf(card: readonly Line[]): string {
  const valueOf = (wanted: string) => card.find(({ name, value }) => name === wanted && value.trim())?.value ?? ''
  const parts = valueOf('N').split(/(?<!\\);/)
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = parts
  const composed = [prefix, given, middle, family, suffix].map(clean).filter(Boolean).join(' ')
  const organization = clean(valueOf('ORG').split(/(?<!\\);/)[0] ?? '')
  return clean(valueOf('FN')) || composed || organization || clean(valueOf('NICKNAME'))
}

function clean(value: string): string {
  return unescape(value).replaceAll(/\s+/g, ' ').trim()
}

function unescape(value: string): string {
  return value.replaceAll(/\\([\\;,:nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character))
}
