import { wallClock } from '@partyline/contract'

/** Spreadsheets read values with these first characters as formulas. Some skip a leading line break. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const END_OF_LINE = '\r\n'
/** Without it Excel reads the file in its own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as spreadsheets read it, by RFC 4180. A cell that would be a formula begins with an apostrophe, as OWASP recommends
 * against CSV injection.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + writeCsvRows(rows)
}

/** Rows of a large table. */
export type TablePage = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Null: this was the last page. */
  nextCursor: string | null
}

/** A page as a part of one file: only the first one has the header. */
export function writePage({ head, rows }: Pick<TablePage, 'head' | 'rows'>, { isFirst }: { isFirst: boolean }): string {
  return isFirst ? writeCsv([head, ...rows]) : writeCsvRows(rows)
}

/** The same for rows behind the first ones. */
function writeCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(writeCell).join(',') + END_OF_LINE).join('')
}

/** A time of a zone as spreadsheets read it. */
export function writeTime(at: string, timeZone: string): string {
  const { date, time } = wallClock(timeZone, new Date(at))
  return `${date} ${time}`
}

function writeCell(cell: string): string {
  const defused = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${defused.replaceAll('"', '""')}"`
}
