import type { ContactField } from '@partyline/contract'
import { Field, Select, Switch } from '@fluentui/react-components'
import type { Table } from '../../core/contact-files/read-table.ts'
import type { DateOrder } from './cell-values.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'
import { isSingle, mappingOf } from './targets.ts'
import type { Mapping, Target } from './targets.ts'

type Props = {
  table: Table
  fields: readonly ContactField[]
  mapping: Mapping
  isRemembered: boolean
  /** Null: the order of dates is clear from the file. */
  dateOrder: DateOrder | null
  onChoose: (mapping: Mapping) => void
  onChooseDates: (order: DateOrder) => void
}

const SAMPLES = 3
const SAMPLED_ROWS = 200

/** Chooses what each column holds. */
export function ChooseColumns({ table, fields, mapping, isRemembered, dateOrder, onChoose, onChooseDates }: Props) {
  const styles = useImportStyles()
  const { isFirstRowHeading, targets } = mapping
  const head = isFirstRowHeading ? (table.rows[0] ?? []) : []
  const first = Number(isFirstRowHeading)

  function choose(column: number, target: Target) {
    const next = targets.map((other, at) => {
      if (at === column) return target
      return isSingle(target) && other === target ? 'none' : other
    })
    onChoose({ isFirstRowHeading, targets: next })
  }

  return (
    <>
      <p className={styles.fact}>{IMPORT_TEXTS.columnsAbout(table.rows.length - first)}</p>
      {isRemembered && <p className={styles.quiet}>{IMPORT_TEXTS.remembered}</p>}
      <div className={styles.tools}>
        <Switch
          label={IMPORT_TEXTS.firstRow}
          checked={isFirstRowHeading}
          onChange={(_, { checked }) => onChoose(mappingOf(table, fields, checked))}
        />
        {dateOrder !== null && (
          <Field label={IMPORT_TEXTS.dates} orientation="horizontal">
            <Select value={dateOrder} onChange={(_, { value }) => onChooseDates(value as DateOrder)}>
              {Object.entries(IMPORT_TEXTS.dateOrders).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard */}
      <section className={styles.frame} tabIndex={0} aria-label={IMPORT_TEXTS.steps.columns}>
        <ul className={styles.list}>
          {targets.map((target, column) => {
            const title = head[column] || IMPORT_TEXTS.column(column + 1)
            const samples = table.rows.slice(first, SAMPLED_ROWS).flatMap((cells) => cells[column] || [])
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <li key={column} className={styles.column}>
                <span className={styles.words} dir="auto">
                  <span className={styles.name}>{title}</span>
                  <span className={styles.quiet}>
                    {samples.slice(0, SAMPLES).map(shortened).join(' · ') || IMPORT_TEXTS.noSamples}
                  </span>
                </span>
                <Select
                  aria-label={IMPORT_TEXTS.target(title)}
                  value={target}
                  onChange={(_, { value }) => choose(column, value as Target)}
                >
                  {Object.entries(IMPORT_TEXTS.targets).map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                  {fields.map(({ id, name }) => (
                    <option key={id} value={`field:${id}`}>
                      {name}
                    </option>
                  ))}
                </Select>
              </li>
            )
          })}
        </ul>
      </section>
    </>
  )
}

const shortened = (cell: string) => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)
