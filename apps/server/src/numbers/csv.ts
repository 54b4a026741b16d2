/** What begins like this, a spreadsheet reads as a formula; a line break because some skip it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const END_OF_LINE = '\r\n'
/** Without it Excel reads the file in its own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as spreadsheets read it, by RFC 4180. A cell that would be a formula begins with an apostrophe, as OWASP says of
 * CSV injection: that is the way to write text in a spreadsheet.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(writeCell).join(','))
  return BYTE_ORDER_MARK + lines.map((line) => line + END_OF_LINE).join('')
}

function writeCell(cell: string): string {
  const defused = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${defused.replaceAll('"', '""')}"`
}
