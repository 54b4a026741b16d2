import { CONTACT_IMPORT } from '@partyline/contract'
import type { ContactField, ContactFieldId, ContactImportRow } from '@partyline/contract'
import { phoneKind, PHONE_ORDER } from '../../core/contact-files/phone-kinds.ts'
import { describeColumns } from '../../core/contact-files/read-table.ts'
import type { Table } from '../../core/contact-files/read-table.ts'
import type { Card } from '../../core/contact-files/read-vcards.ts'
import { dateOrderOf, hasDecimalComma, isoDate, languageCode, plainNumber, zoneName } from './cell-values.ts'
import type { DateOrder } from './cell-values.ts'
import { isChosen } from './row-choice.ts'
import type { RowChoice } from './row-choice.ts'
import type { Mapping, Target } from './targets.ts'

type Languages = readonly { value: string; name: string }[]

/** The rows of a file as the server takes them, which are made when they are needed: a file can have very many. */
export type FileRows = { length: number; slice: (from: number, until: number) => ContactImportRow[] }

type Context = {
  fields: readonly ContactField[]
  languages: Languages
  /** How to read dates if their order is unclear. */
  dateOrder: DateOrder
}

/** Whether a column of a custom date field has dates in unclear order. */
export function hasUnclearDates(table: Table, mapping: Mapping, fields: readonly ContactField[]): boolean {
  return mapping.targets.some((target, column) => {
    const field = fieldOf(target, fields)
    return field?.kind === 'date' && dateOrderOf(cellsOf(table, mapping, column)) === 'unclear'
  })
}

/** `only`: the rows that are imported. Null: all. */
export function tableRows(table: Table, mapping: Mapping, context: Context, only: RowChoice | null = null): FileRows {
  const { isFirstRowHeading, targets } = mapping
  const head = isFirstRowHeading ? (table.rows[0] ?? []) : []
  const roles = describeColumns(head)
  const readers = targets.map((target, column) => readerOf(target, cellsOf(table, mapping, column), context))
  const columnsOf = (wanted: Target) => targets.flatMap((target, column) => (target === wanted ? [column] : []))
  // A mobile phone is texted first, also if it is behind others.
  const phones = columnsOf('phones').toSorted(
    (one, other) => orderOf(roles[one]?.kind ?? 'main') - orderOf(roles[other]?.kind ?? 'main'),
  )
  const own = targets.flatMap((target, column) => {
    const field = fieldOf(target, context.fields)
    return field ? [{ id: field.id, column }] : []
  })
  const body = isFirstRowHeading ? table.rows.slice(1) : table.rows
  const places = isFirstRowHeading ? table.places.slice(1) : table.places
  const chosen = body.flatMap((cells, index) => (only === null || isChosen(cells, only) ? [index] : []))
  return {
    length: chosen.length,
    slice: (from, until) =>
      chosen.slice(from, until).map((index) => {
        const cells = body[index] ?? []
        const cellOf = (column: number) => {
          const cell = cells[column] ?? ''
          return cell === '' ? '' : bound(readers[column]?.(cell) ?? cell)
        }
        const all = (target: Target) => columnsOf(target).map(cellOf).filter(Boolean)
        const parts = (['given', 'middle', 'family'] as const).flatMap(all)
        const labelOf = (column: number) => cells[roles[column]?.labelColumn ?? -1] ?? ''
        return {
          row: places[index] ?? 0,
          name: bound(all('name').join(' ') || parts.join(' ')),
          company: all('company').join(' '),
          emails: all('emails').slice(0, CONTACT_IMPORT.cells),
          phones: phones
            .filter((column) => phoneKind(labelOf(column)) !== 'never')
            .map(cellOf)
            .filter(Boolean)
            .slice(0, CONTACT_IMPORT.cells),
          tags: all('tags').slice(0, CONTACT_IMPORT.cells),
          remarks: columnsOf('remarks')
            .map((column) => cells[column] ?? '')
            .filter(Boolean)
            .join('\n')
            .slice(0, CONTACT_IMPORT.remarksLength),
          timeZone: all('timeZone')[0] ?? '',
          language: all('language')[0] ?? '',
          fields: Object.fromEntries(
            own.flatMap(({ id, column }) => (cellOf(column) === '' ? [] : [[id, cellOf(column)]])),
          ) as Partial<Record<ContactFieldId, string>>,
        }
      }),
  }
}

export function cardRows(cards: readonly Card[]): FileRows {
  return {
    length: cards.length,
    slice: (from, until) =>
      cards.slice(from, until).map(({ name, phones, emails, company, remarks, tags }, index) => ({
        row: from + index + 1,
        name: bound(name),
        company: bound(company),
        emails: emails.slice(0, CONTACT_IMPORT.cells).map(bound),
        phones: phones
          .filter(({ label }) => phoneKind(label) !== 'never')
          .toSorted(
            (one, other) =>
              Number(other.isPreferred) - Number(one.isPreferred) ||
              orderOf(phoneKind(one.label)) - orderOf(phoneKind(other.label)),
          )
          .slice(0, CONTACT_IMPORT.cells)
          .map(({ value }) => bound(value)),
        tags: tags.slice(0, CONTACT_IMPORT.cells).map(bound),
        remarks: remarks.slice(0, CONTACT_IMPORT.remarksLength),
        timeZone: '',
        language: '',
        fields: {},
      })),
  }
}

/** A fax number that a person chose comes last. */
const orderOf = (kind: ReturnType<typeof phoneKind>) =>
  kind === 'never' ? PHONE_ORDER.length : PHONE_ORDER.indexOf(kind)
const bound = (cell: string) => cell.slice(0, CONTACT_IMPORT.cellLength)

function cellsOf(table: Table, { isFirstRowHeading }: Mapping, column: number): string[] {
  return table.rows.slice(Number(isFirstRowHeading)).flatMap((cells) => cells[column] || [])
}

function fieldOf(target: Target, fields: readonly ContactField[]): ContactField | null {
  return fields.find(({ id }) => target === `field:${id}`) ?? null
}

function readerOf(target: Target, cells: readonly string[], context: Context): ((cell: string) => string) | null {
  if (target === 'timeZone') return zoneName
  if (target === 'language') {
    const known = new Map<string, string>()
    return (cell) => {
      const code = known.get(cell) ?? languageCode(cell, context.languages)
      known.set(cell, code)
      return code
    }
  }
  const field = fieldOf(target, context.fields)
  if (field?.kind === 'number') {
    const isDecimalComma = hasDecimalComma(cells)
    return (cell) => plainNumber(cell, isDecimalComma)
  }
  if (field?.kind === 'date') {
    const found = dateOrderOf(cells)
    const order = found === 'unclear' ? context.dateOrder : found
    return (cell) => isoDate(cell, order)
  }
  return null
}
