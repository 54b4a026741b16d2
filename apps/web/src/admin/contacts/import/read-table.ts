import { parse } from 'papaparse'

/** A file that can't be imported; the message says why, and what to do. */
export class UnreadableFile extends Error {}

/** The cells of a file by rows, without empty ones. */
export type Table = { head: string[] | null; rows: string[][] }

/** Which columns hold what; several make one name, as of a first and a last name. */
export type Columns = { number: number; name: readonly number[] }

/** Comma, semicolon, tab or vertical bar, as the file has it. */
export function readTable(text: string): Table {
  const [, separator, content] = /^(?:sep=(.)\r?\n)?(.*)$/s.exec(text.replace(/^\uFEFF/, '')) ?? []
  const { data, errors } = parse<string[]>(content ?? '', {
    skipEmptyLines: 'greedy',
    ...(separator && { delimiter: separator }),
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    const row = (broken.row ?? 0) + 1
    throw new UnreadableFile(
      `A quotation mark in row ${row} has no other end. Fix it in the file, and choose it again.`,
    )
  }
  const rows = data.map((cells) => cells.map(textOf))
  const isHead = rows[0] !== undefined && !rows[0].some(looksLikeNumber)
  return isHead ? { head: rows[0] ?? null, rows: rows.slice(1) } : { head: null, rows }
}

/** Removes the apostrophe that our export adds so that spreadsheets don't run formulas. */
function textOf(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')
}

function looksLikeNumber(cell: string): boolean {
  return /^[\d\s()+./-]+$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 7
}

/** Column headings in several languages; earlier ones win. */
const NUMBER_HEADINGS = [
  /mobil|cell|handy|m[oó]vil|celular|portable|cellulare/i,
  /phone 1 - value/i,
  /phone|tel[eé]fon|t[eé]l[eé]phone|telefoon|^tel\b/i,
  /number|nummer|n[uú]mero|num[eé]ro|rufnummer/i,
]
const NO_NUMBER_HEADINGS = /label|type|fax|pager|country|extension|house/i
const NAME_HEADINGS = [
  /^(full|display)?[ _]?name$|^contact( name)?$|^fn$|^nombre( completo)?$|^nom( complet)?$|^anzeigename$|^naam$/i,
]
const GIVEN_HEADINGS = /^(first|given)[ _]?name$|^vorname$|^pr[eé]nom$|^nombre$|^voornaam$/i
const FAMILY_HEADINGS = /^(last|family)[ _]?name$|^surname$|^nachname$|^nom( de famille)?$|^apellidos?$|^achternaam$/i

/** Guesses the columns by headings, otherwise by contents; null if no column can have numbers. */
export function guessColumns({ head, rows }: Table): Columns | null {
  const width = Math.max(head?.length ?? 0, ...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => column)
  const headed = (pattern: RegExp) => columns.find((column) => pattern.test(head?.[column] ?? ''))
  const isForNumbers = (column: number) => !NO_NUMBER_HEADINGS.test(head?.[column] ?? '')
  const counts = columns.map((column) => rows.filter((cells) => looksLikeNumber(cells[column] ?? '')).length)
  const fullest = columns.filter(isForNumbers).toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))[0]
  const byHeading = NUMBER_HEADINGS.map((pattern) =>
    columns.find((column) => pattern.test(head?.[column] ?? '') && isForNumbers(column)),
  ).find((column) => column !== undefined)
  const number = byHeading ?? (fullest !== undefined && (counts[fullest] ?? 0) > 0 ? fullest : undefined)
  if (number === undefined) return null
  const [given, family] = [headed(GIVEN_HEADINGS), headed(FAMILY_HEADINGS)]
  const whole = NAME_HEADINGS.map(headed).find((column) => column !== undefined)
  const parts = [given, family].filter((column) => column !== undefined)
  const first = columns.find((column) => column !== number)
  if (parts.length === 2) return { number, name: parts }
  return { number, name: [whole ?? parts[0] ?? first ?? number] }
}
