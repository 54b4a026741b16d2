import { cleanText, originalPart } from './clean-text.ts'
import type { CleanText } from './clean-text.ts'
import { parseNumber } from './parse-number.ts'
import { endingLabel, namesOtherNumber, phoneLabel, withoutConnectors } from './phone-labels.ts'
import type { PhoneLabel } from './phone-labels.ts'
import { findNumbers } from './find-numbers.ts'
import type { NumberSpan } from './find-numbers.ts'

/** Part of a list, or of a text: a phone number, or a text without one. */
export type ListEntry = {
  /** E.164; null if the part has no number. */
  number: string | null
  /** The part of the text that the number was read from, as it was written; without a number, the text. */
  source: string
  /** The extension or the digits to dial after the number. A text does not reach them. */
  remark: string | null
  label: PhoneLabel | null
  /** The name next to the number. */
  name: string | null
  /** `rounded`: a spreadsheet shortened the number, as in 1.61E+10, and its digits are lost. */
  fault: 'rounded' | null
}

export type NumberEntry = ListEntry & { number: string }

/** Placeholders for figures that are not a phone, and for marks around numbers. */
const FILLERS = /[\uE000\uE001]+/g
/** Most numbers of an import, which can be nothing else: they are read without a closer look. */
const PLAIN = /^(?:\+[1-9]\d{6,14}|\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4})$/
const SEPARATOR = /[,;|\n\t]/

/**
 * Reads a list that a person wrote, pasted, or imported: numbers in any spelling, with or without names and labels, and texts
 * without a number, in order. `country` (ISO 3166) is where numbers without a country code are from.
 */
export function readList(text: string, country: string): ListEntry[] {
  const clean = cleanText(text)
  const { blanked, spans } = findNumbers(clean.text, country)
  const entries: ListEntry[] = []
  let from = 0
  for (const end of [...separatorsOutside(blanked, spans), blanked.length]) {
    const inPart = spans.filter((span) => span.from >= from && span.to <= end)
    entries.push(...readPart(clean, blanked, { from, end, spans: inPart }))
    from = end + 1
  }
  return entries
}

/** The phone numbers in a text, each of which is there in whole, and numbers that a spreadsheet rounded. */
export function readNumbers(text: string, country: string): ListEntry[] {
  return readList(text, country).filter(({ number, fault }) => number !== null || fault !== null)
}

/** Reads a field that has one phone number. Null if it has none, or several different ones. */
export function readNumber(text: string, country: string): NumberEntry | null {
  const plain = PLAIN.test(text) ? parseNumber(text, country) : null
  if (plain) return { number: plain.number, source: text, remark: null, label: null, name: null, fault: null }
  const [first, ...rest] = readNumbers(text, country)
  if (!first || first.number === null || rest.some(({ number }) => number !== first.number)) return null
  return { ...first, number: first.number }
}

/** Where the parts of a list end. A comma in a quoted name, a pause, or a number is not a separator. */
function separatorsOutside(text: string, spans: readonly NumberSpan[]): number[] {
  const quoted = [...text.matchAll(/"[^"\n\d]*\p{L}[^"\n\d]*"/gu)].map((found) => ({
    from: found.index,
    end: found.index + found[0].length,
  }))
  const inside = [...spans, ...quoted]
  const found: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (SEPARATOR.test(text[at] ?? '') && !inside.some(({ from, end }) => at >= from && at < end)) found.push(at)
  }
  return found
}

type Part = { from: number; end: number; spans: readonly NumberSpan[] }

function readPart(clean: CleanText, blanked: string, { from, end, spans }: Part): ListEntry[] {
  const entries: ListEntry[] = []
  let at = from
  for (const span of spans) {
    const before = withoutConnectors(blanked.slice(at, span.from).replaceAll(FILLERS, ' '))
    const after = spans.at(-1) === span ? blanked.slice(span.end, end).replaceAll(FILLERS, ' ') : ''
    const hasMark = span.isMarked || /^[\s("]*$/.test(before)
    const labeled = endingLabel(before)
    at = span.end
    if (/#\s?$/.test(before) && !labeled) continue
    if (namesOtherNumber(before) && !span.isMarked) continue
    if (!(span.isValid || hasMark || labeled)) continue
    entries.push({
      number: span.number,
      source: originalPart(clean, span.from, span.to),
      remark: span.remark,
      label: labeled?.label ?? trailingLabel(after),
      name: spans.length > 1 && after.trim() ? null : (nameIn(labeled?.before ?? before) ?? nameIn(after)),
      fault: span.number === null ? 'rounded' : null,
    })
  }
  if (entries.length > 0) return entries
  const source = originalPart(clean, from, end).trim()
  return /[\p{L}\p{N}]/u.test(source)
    ? [{ number: null, source, remark: null, label: null, name: null, fault: null }]
    : []
}

function trailingLabel(after: string): PhoneLabel | null {
  return phoneLabel(after.replaceAll(/^[\s)\]>"'*.:-]+|[\s)\]>"'*.]+$/g, ''))
}

/** The rest of a text as a name; null if it has no letter, or is a label. */
function nameIn(text: string): string | null {
  const name = text.replaceAll(/^[\s<>()[\]{}"'*•.:=~/-]+|[\s<>()[\]{}"'*•:=~/-]+$/g, '')
  return /\p{L}/u.test(name) && !(phoneLabel(name) && endingLabel(name)?.before.trim() === '') ? name : null
}
