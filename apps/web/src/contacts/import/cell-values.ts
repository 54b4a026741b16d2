import { isTimeZone } from '@partyline/contract'

/** The order of a column's dates. `unclear`: no cell distinguishes days from months. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unclear'

const NUMERIC_DATE = /^(\d{1,4})[./\-\s]+(\d{1,2})[./\-\s]+(\d{1,4})(?:[T\s].*)?$/

/** The order that all dates of a column allow. */
export function dateOrderOf(cells: readonly string[]): DateOrder {
  let [canBeDay, canBeMonth, hasDates] = [true, true, false]
  for (const cell of cells) {
    const [, first = '', second = ''] = NUMERIC_DATE.exec(cell.trim()) ?? []
    if (first === '' || first.length === 4) continue
    hasDates = true
    if (Number(first) > 12) canBeMonth = false
    if (Number(second) > 12) canBeDay = false
  }
  if (!hasDates || canBeDay === canBeMonth) return hasDates && canBeDay ? 'unclear' : 'monthFirst'
  return canBeDay ? 'dayFirst' : 'monthFirst'
}

/** A date as `2026-11-29`, if it is one. Other cells stay as they are, and are reported. */
export function isoDate(cell: string, order: DateOrder): string {
  const text = cell.trim()
  const [, one = '', two = '', three = ''] = NUMERIC_DATE.exec(text) ?? []
  if (one.length === 4) return joined(one, two, three) ?? cell
  if (one !== '') {
    const [day, month] = order === 'dayFirst' ? [one, two] : [two, one]
    return joined(fullYear(three), month, day) ?? cell
  }
  // "Nov 29, 2026", "29 November 2026". Numbers alone are none.
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return cell
  const time = Date.parse(`${text.replaceAll(/(\d)(st|nd|rd|th)\b/g, '$1')} UTC`)
  return Number.isNaN(time) ? cell : new Date(time).toISOString().slice(0, 10)
}

/** Two digits are a year up to 20 years ahead, or in the century before. */
function fullYear(written: string): string {
  if (written.length !== 2) return written
  const century = new Date().getFullYear() - (new Date().getFullYear() % 100)
  const year = century + Number(written)
  return String(year > new Date().getFullYear() + 20 ? year - 100 : year)
}

function joined(year: string, month: string, day: string): string | null {
  const iso = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return year.length === 4 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

/** Whether a column writes decimals with a comma: in a cell, a comma is not followed by three digits, or is behind a dot. */
export function hasDecimalComma(cells: readonly string[]): boolean {
  return cells.some((cell) => /,\d{1,2}\D*$|,\d{4,}\D*$|\.\d{3},\d/.test(cell.trim()))
}

/** A number as `1234.5`, without its currency and separators. Other cells stay as they are, and are reported. */
export function plainNumber(cell: string, isDecimalComma: boolean): string {
  const text = cell.replaceAll(/[\s\u00A0\u202F'’$€£%]/g, '')
  const plain = isDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain.replace(/^(-?)0+(?=\d)/, '$1') : cell
}

const ZONES: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  central: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  mountain: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mt: 'America/Denver',
  pacific: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  alaskan: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  hawaiian: 'Pacific/Honolulu',
  'gmt standard': 'Europe/London',
  'w. europe': 'Europe/Berlin',
  'romance standard': 'Europe/Paris',
}

/** A name of the IANA database, also for the names in the United States and of Windows. */
export function zoneName(cell: string): string {
  const text = cell.trim()
  const key = text
    .toLowerCase()
    .replace(/\s*(standard |daylight )?time\b.*$/, '')
    .replace(/^us\//, '')
  const known = ZONES[key] ?? ZONES[key.replace(/ standard$/, '')]
  return known ?? (isTimeZone(text.replaceAll(' ', '_')) ? text.replaceAll(' ', '_') : text)
}

/** The code of a language by its name in English or in itself. */
export function languageCode(cell: string, languages: readonly { value: string; name: string }[]): string {
  const text = cell.trim().toLowerCase()
  const own = (code: string) => {
    try {
      return new Intl.DisplayNames([code], { type: 'language' }).of(code)?.toLowerCase()
    } catch {
      return undefined
    }
  }
  const found = languages.find(({ value, name }) => name.toLowerCase() === text || own(value) === text)
  return found?.value ?? cell.trim()
}
