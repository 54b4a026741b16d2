import { foldHeading } from '../../core/contact-files/phone-kinds.ts'
import type { Table } from '../../core/contact-files/read-table.ts'
import { FILLED, meaningOf } from './cell-meaning.ts'
import type { Meaning } from './cell-meaning.ts'
import type { Mapping } from './targets.ts'

/** A column that tells rows apart by few values, such as "Opted Out" and "Subscribed". */
export type ChoiceColumn = {
  column: number
  /** Empty if the file has no headings. */
  heading: string
  /** Whether its cells are dates or differ too much, so that rows are told apart by whether they have a value. */
  isByFilled: boolean
  values: readonly { value: string; rows: number }[]
}

/** Only rows with these values in a column are imported. */
export type RowChoice = Pick<ChoiceColumn, 'column' | 'isByFilled'> & { values: readonly string[] }

const MAX_VALUES = 12
const IS_DATE = /^\d{1,4}[./-]\d|\b\d{4}\b|^\d{5}(\.\d+)?$/

/** The columns by which rows can be chosen: those that hold nothing else, and the same not in all rows. */
export function choiceColumns(table: Table, { isFirstRowHeading, targets }: Mapping): ChoiceColumn[] {
  const head = isFirstRowHeading ? (table.rows[0] ?? []) : []
  const body = isFirstRowHeading ? table.rows.slice(1) : table.rows
  return targets.flatMap((target, column) => {
    if (target !== 'none' && target !== 'tags' && !target.startsWith('field:')) return []
    const counts = new Map<string, number>()
    let [dates, filled] = [0, 0]
    for (const { [column]: cell = '' } of body) {
      if (cell !== '') filled += 1
      if (IS_DATE.test(cell)) dates += 1
      if (counts.size <= MAX_VALUES || counts.has(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
    const isByFilled = counts.size > MAX_VALUES || dates > filled / 2
    const found = isByFilled ? [[FILLED, filled] as const, ['', body.length - filled] as const] : [...counts]
    const values = found.filter(([, rows]) => rows > 0).map(([value, rows]) => ({ value, rows }))
    return values.length > 1 ? [{ column, heading: head[column] ?? '', isByFilled, values }] : []
  })
}

/** The rows that opted out, or that agreed, by a column that has both people who opted out and others. Null: no column does. */
export function suggestedRows(columns: readonly ChoiceColumn[], state: 'granted' | 'revoked'): RowChoice | null {
  const isOf = (words: RegExp) => (one: ChoiceColumn) => words.test(foldHeading(one.heading))
  const known = columns.filter((one) => {
    const found = meanings(one)
    return !isOf(/_e_?mails?_/u)(one) && found.includes('out') && (found.includes('in') || found.includes('notOut'))
  })
  const best = known.find(isOf(/_(sms|texts?|texting|mobile|phone)_/u)) ?? known[0]
  if (!best) return null
  const found = meanings(best)
  const isWanted = (meaning: Meaning) =>
    state === 'revoked' ? meaning === 'out' : found.includes('in') ? meaning === 'in' : meaning !== 'out'
  const values = best.values.map(({ value }) => value).filter((_, at) => isWanted(found[at] ?? null))
  return { column: best.column, isByFilled: best.isByFilled, values }
}

const meanings = ({ heading, values }: ChoiceColumn) => values.map(({ value }) => meaningOf(heading, value))

/** Whether a row has one of the chosen values. */
export function isChosen(cells: readonly string[], { column, isByFilled, values }: RowChoice): boolean {
  const cell = cells[column] ?? ''
  return values.includes(isByFilled && cell !== '' ? FILLED : cell)
}
