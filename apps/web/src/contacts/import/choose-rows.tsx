import { Select } from '@fluentui/react-components'
import { FormField } from '../../ui/index.ts'
import { CheckboxGroup } from '../consent/checkbox-group.tsx'
import { FILLED } from './cell-meaning.ts'
import { IMPORT_CONSENT_TEXTS as TEXTS, IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'
import type { ChoiceColumn, RowChoice } from './row-choice.ts'

type Props = {
  label: string
  columns: readonly ChoiceColumn[]
  /** Null: all rows. */
  chosen: RowChoice | null
  wrong: string | undefined
  /** The rows of the file. */
  total: number
  onChoose: (chosen: RowChoice | null) => void
}

const ALL = 'all'

/** Chooses all rows of a file, or those with some values in a column, such as “Opted Out”. */
export function ChooseRows({ label, columns, chosen, wrong, total, onChoose }: Props) {
  const styles = useImportStyles()
  const by = columns.find(({ column }) => column === chosen?.column)
  return (
    <>
      <FormField label={label} wrong={undefined}>
        <Select
          className={styles.select}
          value={chosen ? String(chosen.column) : ALL}
          onChange={(_, { value }) => {
            const next = columns.find(({ column }) => String(column) === value)
            onChoose(next ? { column: next.column, isByFilled: next.isByFilled, values: [] } : null)
          }}
        >
          <option value={ALL}>{TEXTS.everyone(total)}</option>
          {columns.map((one) => (
            <option key={one.column} value={one.column}>
              {TEXTS.rowsBy(nameOf(one))}
            </option>
          ))}
        </Select>
      </FormField>
      {chosen && by && (
        <CheckboxGroup
          label={TEXTS.valuesOf(nameOf(by))}
          options={by.values.map(({ value, rows }) => ({ value, label: TEXTS.value(wordsOf(by, value), rows) }))}
          chosen={chosen.values}
          wrong={wrong}
          onChange={(values) => onChoose({ ...chosen, values })}
        />
      )}
    </>
  )
}

export const nameOf = ({ heading, column }: ChoiceColumn) => heading || IMPORT_TEXTS.column(column + 1)

function wordsOf({ isByFilled }: ChoiceColumn, value: string): string {
  if (value === '') return TEXTS.empty
  return isByFilled && value === FILLED ? TEXTS.filled : value
}
