import { parse } from 'papaparse'
import { isFamilyFirst, nameParts } from './name-headings.ts'
import type { NamePart } from './name-headings.ts'
import { PHONE_ORDER, phoneHeading, phoneKind } from './phone-kinds.ts'
import type { PhoneKind } from './phone-kinds.ts'

/** A file that can't be imported; the message says why, and what to do. */
export class UnreadableFile extends Error {}

/** The cells of a file by rows, without empty ones and without titles above the headings. */
export type Table = {
  rows: string[][]
  /** The row of each in the file, from 1. */
  places: number[]
}

/** Which columns hold what, and whether the first row has their headings. */
export type Columns = {
  isFirstRowHeading: boolean
  /** The parts of a name, in order. */
  name: readonly number[]
  /** The best first. */
  phones: readonly number[]
}

/** Rows that show what a column has. */
const SAMPLE_ROWS = 200

const MAX_TITLE_ROWS = 10

/** Comma, semicolon, tab, or vertical bar, as the file has it. */
export function readTable(text: string): Table {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const [, separator, content = ''] = /^[^\S\n]*(?:\s*"?sep=(.)"?\n)?(.*)$/is.exec(lines) ?? []
  const { data, errors } = parse<string[]>(content, { newline: '\n', delimiter: separator ?? separatorOf(content) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const row = (broken.row ?? 0) + 1
    throw new UnreadableFile(
      `A quotation mark in row ${row} has no other end. Fix it in the file, and choose it again.`,
    )
  }
  const filled = data
    .map((cells, index) => ({ cells: cells.map(textOf), place: index + 1 }))
    .filter(({ cells }) => cells.some(Boolean))
  const rows = filled.map(({ cells }) => cells)
  const titles = titleRows(rows)
  return { rows: rows.slice(titles), places: filled.slice(titles).map(({ place }) => place) }
}

function separatorOf(content: string): string {
  const { meta } = parse<string[]>(content, {
    preview: 1,
    skipEmptyLines: 'greedy',
    newline: '\n',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  return meta.delimiter
}

/** How many rows are above the headings, such as a report name: each has a single cell, which isn't a number. */
function titleRows(rows: readonly string[][]): number {
  const isHead = (cells: string[]) => cells.filter(isKnownHeading).length > 1
  const head = rows.slice(0, MAX_TITLE_ROWS + 1).findIndex(isHead)
  const isTitle = (cells: string[]) => cells.filter(Boolean).length === 1 && !cells.some(looksLikeNumber)
  return head > 0 && rows.slice(0, head).every(isTitle) ? head : 0
}

const isKnownHeading = (cell: string) => phoneHeading(cell) !== null || nameParts(cell).length > 0

/** Removes what spreadsheets and our export add so that a cell stays a text: an apostrophe, `="…"`, or an equals sign. */
function textOf(cell: string): string {
  const text = cell.trim()
  const first = text[0]
  if (first === "'") return text.replace(/^'(?=[=+\-@＝＋－＠(\d])/, '')
  if (first === '=')
    return /^="(.*)"$/s.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text.replace(/^=(?=\+?\(?\d)/, '')
  return text
}

/** Digits and marks that may be one phone number. A year, a postal code, or a short ID is too short. */
function looksLikeNumber(cell: string): boolean {
  return (
    /^[\d\s()+./\-\u2010-\u2015\p{Cf}]+$/u.test(cell) &&
    cell.replaceAll(/\D/g, '').length >= 7 &&
    !/^\d{4}-\d\d-\d\d$/.test(cell)
  )
}

/** Also numbers among words, in other digits, or rounded: wherever a heading has none. */
function hasNumber(cell: string): boolean {
  return looksLikeNumber(cell) || /\d[.,]\d+E\+?\d\d/i.test(cell) || (cell.match(/\p{Nd}/gu)?.length ?? 0) >= 7
}

export function widthOf({ rows }: Pick<Table, 'rows'>): number {
  return rows.reduce((most, cells) => Math.max(most, cells.length), 0)
}

/** The roles of the columns, by their headings or else by their contents. Null if no column can have numbers. */
export function guessColumns(table: Table): Columns | null {
  const columns = Array.from({ length: widthOf(table) }, (_, column) => column)
  const [first = []] = table.rows
  const isKnown = first.some(isKnownHeading)
  const byContents = mostLikeNumbers(table.rows.slice(1), columns, [])
  const isFirstRowHeading =
    !first.some(hasNumber) && (isKnown || (byContents[0] !== undefined && (first[byContents[0]] ?? '') !== ''))
  return columnsOf(table, isFirstRowHeading)
}

/** The columns, if the first row is a heading or is none. */
export function columnsOf(table: Pick<Table, 'rows'>, isFirstRowHeading: boolean): Columns | null {
  const columns = Array.from({ length: widthOf(table) }, (_, column) => column)
  const [first = []] = table.rows
  const head = isFirstRowHeading ? first : []
  const rows = isFirstRowHeading ? table.rows.slice(1) : table.rows
  const roles = describeColumns(head)
  // A column of fax numbers is none of phones, even if a person says that its heading is none.
  const never = describeColumns(first).flatMap(({ kind }, column) => (kind === 'never' ? [column] : []))
  const others = columns.filter((column) => !never.includes(column))
  const isMostlyNumbers = (column: number) => mostLikeNumbers(rows, [column], roles).length > 0
  const headed = others.filter((column) => roles[column]?.isPhone || (roles[column]?.kind && isMostlyNumbers(column)))
  const phones = headed.length > 0 ? headed : mostLikeNumbers(rows, others, roles)
  if (phones.length === 0 && never.length === 0) return null
  const order = (column: number) => PHONE_ORDER.indexOf(roles[column]?.kind ?? 'main')
  return {
    isFirstRowHeading,
    name: nameColumns(head, rows, phones),
    phones: phones.toSorted((a, b) => order(a) - order(b)),
  }
}

/** The kind of phones that a heading announces. */
export type ColumnRole = {
  isPhone: boolean
  kind: PhoneKind | null
  labelColumn: number | null
  parts: readonly NamePart[]
}

/** A label column, as "Phone 1 - Type", tells the kind of the phones in the next column. */
export function describeColumns(head: readonly string[]): ColumnRole[] {
  let label: number | null = null
  return head.map((heading, column) => {
    const meaning = phoneHeading(heading)
    const isPhone = meaning === 'phone'
    const labelColumn = isPhone ? label : null
    label = meaning === 'label' ? column : null
    const kind = isPhone || (meaning === null && heading) ? phoneKind(heading) : null
    return {
      isPhone,
      kind: isPhone || kind === 'home' || kind === 'work' ? kind : null,
      labelColumn,
      parts: nameParts(heading),
    }
  })
}

/** Without a heading that says so: columns in which most cells are numbers; the fullest first. */
function mostLikeNumbers(
  rows: readonly string[][],
  columns: readonly number[],
  roles: readonly ColumnRole[],
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS)
  const counted = columns.map((column) => {
    const cells = sample.map((row) => row[column] ?? '').filter(Boolean)
    return { column, found: cells.filter(hasNumber).length, cells: cells.length }
  })
  const most = counted.filter(({ found, cells }) => found > 0 && found >= cells * 0.6)
  const some = most.length > 0 ? most : counted.filter(({ found }) => found > 0)
  const sorted = some.toSorted((a, b) => b.found - a.found).map(({ column }) => column)
  return roles.length > 0 || most.length === 0 ? sorted.slice(0, 1) : sorted
}

function nameColumns(head: readonly string[], rows: readonly string[][], phones: readonly number[]): number[] {
  const parts = head.map(nameParts)
  const isFree = (column: number) => !phones.includes(column)
  const find = (part: NamePart, except?: number) =>
    parts.findIndex((found, column) => found.includes(part) && column !== except && isFree(column))
  const family = find('family')
  const given = find('given', family)
  if (family >= 0 && given >= 0) {
    const middle = find('middle')
    return isFamilyFirst(head[family] ?? '') ? [family, given] : [given, middle, family].filter((column) => column >= 0)
  }
  const whole = [find('full'), given, family, find('company'), find('nickname')].find((column) => column >= 0)
  if (whole !== undefined) return [whole]
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = Math.max(head.length, ...sample.map((cells) => cells.length))
  const letters = Array.from({ length: width }, (_, column) => ({
    column,
    found: isFree(column)
      ? sample.filter((cells) => /^(?!.*@)[^\d]*\p{L}[^\d]*$/u.test(cells[column] ?? '')).length
      : 0,
  }))
  const most = Math.max(0, ...letters.map(({ found }) => found))
  const first = letters.find(({ found }) => found > 0 && found >= most * 0.7)?.column
  return [first ?? letters.find(({ column }) => isFree(column))?.column ?? phones[0] ?? 0]
}
