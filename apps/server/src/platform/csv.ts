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

/** The same for rows behind the first ones. */
export function writeCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(writeCell).join(',') + END_OF_LINE).join('')
}

function writeCell(cell: string): string {
  const defused = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${defused.replaceAll('"', '""')}"`
}
