import { Field, Option, Switch } from '@fluentui/react-components'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Dropdown } from '../../../ui/index.ts'
import { useAdminStyles } from '../../admin.styles.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import { columnsOf, widthOf } from '../../../core/contact-files/read-table.ts'
import type { Columns, Table } from '../../../core/contact-files/read-table.ts'

type Props = { table: Table; guess: Columns; columns: Columns; disabled: boolean; onChoose: (columns: Columns) => void }

/** Chooses the columns for names and numbers, and whether the first row has their headings. */
export function ChooseColumns({ table, guess, columns, disabled, onChoose }: Props) {
  const styles = useAdminStyles()
  const { isFirstRowHeading, name, phones } = columns
  const [first = []] = table.rows
  const titles = Array.from(
    { length: widthOf(table) },
    (_, column) => (isFirstRowHeading && first[column]) || CONTACT_IMPORT_TEXTS.column(column + 1),
  )
  return (
    <>
      <div className={styles.tools}>
        <ColumnsField
          label={CONTACT_IMPORT_TEXTS.nameColumns}
          titles={titles}
          chosen={name}
          disabled={disabled}
          onChoose={(chosen) => onChoose({ ...columns, name: chosen })}
        />
        <ColumnsField
          label={CONTACT_IMPORT_TEXTS.numberColumns}
          titles={titles}
          chosen={phones}
          disabled={disabled}
          onChoose={(chosen) => onChoose({ ...columns, phones: chosen })}
        />
      </div>
      <Field hint={firstRowHint(first, columns, guess)}>
        <Switch
          label={CONTACT_IMPORT_TEXTS.firstRow}
          checked={isFirstRowHeading}
          disabled={disabled}
          onChange={(_, { checked }) =>
            onChoose(columnsOf(table, checked) ?? { ...columns, isFirstRowHeading: checked })
          }
        />
      </Field>
    </>
  )
}

/** The cells of the first row in a hint. */
const MAX_HINT_CHARACTERS = 60

function firstRowHint(first: readonly string[], { isFirstRowHeading }: Columns, guess: Columns): string {
  const cells = first.filter(Boolean).join(', ')
  const row = cells.length > MAX_HINT_CHARACTERS ? `${cells.slice(0, MAX_HINT_CHARACTERS)}…` : cells
  const texts = CONTACT_IMPORT_TEXTS
  if (isFirstRowHeading !== guess.isFirstRowHeading)
    return isFirstRowHeading ? texts.chosenHeading(row) : texts.chosenContact(row)
  return isFirstRowHeading ? texts.guessedHeading(row) : texts.guessedContact(row)
}

type ColumnsFieldProps = {
  label: string
  titles: readonly string[]
  chosen: readonly number[]
  disabled: boolean
  /** Called with the columns in the order in which they were chosen. */
  onChoose: (columns: number[]) => void
}

function ColumnsField({ label, titles, chosen, disabled, onChoose }: ColumnsFieldProps) {
  const styles = useAdminStyles()
  return (
    <Field label={label} className={styles.search}>
      <Dropdown
        multiselect
        className={styles.filter}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
        disabled={disabled}
        value={chosen.map((column) => titles[column]).join(' + ')}
        selectedOptions={chosen.map(String)}
        onOptionSelect={(_, { selectedOptions }) => onChoose(selectedOptions.map(Number))}
      >
        {titles.map((title, column) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          <Option key={column} value={String(column)} text={title}>
            {title}
          </Option>
        ))}
      </Dropdown>
    </Field>
  )
}
