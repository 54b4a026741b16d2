import { Field, Option } from '@fluentui/react-components'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Dropdown } from '../../../ui/index.ts'
import { useAdminStyles } from '../../admin.styles.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'
import type { Columns, Table } from './read-table.ts'

type Props = { table: Table; columns: Columns; disabled: boolean; onChoose: (columns: Columns) => void }

/** Chooses the columns for names and numbers; a first and a last name are combined. */
export function ChooseColumns({ table, columns, disabled, onChoose }: Props) {
  const styles = useAdminStyles()
  const width = Math.max(table.head?.length ?? 0, ...table.rows.map((cells) => cells.length))
  const titleOf = (column: number) => table.head?.[column] || CONTACT_IMPORT_TEXTS.column(column + 1)
  const single = Array.from({ length: width }, (_, column) => ({ value: String(column), words: titleOf(column) }))
  const names = [...single]
  if (columns.name.length > 1)
    names.unshift({ value: columns.name.join(), words: columns.name.map(titleOf).join(' + ') })
  return (
    <div className={styles.tools}>
      <Column
        label={CONTACT_IMPORT_TEXTS.nameColumn}
        options={names}
        chosen={columns.name.join()}
        disabled={disabled}
        onChoose={(value) => onChoose({ ...columns, name: value.split(',').map(Number) })}
      />
      <Column
        label={CONTACT_IMPORT_TEXTS.numberColumn}
        options={single}
        chosen={String(columns.number)}
        disabled={disabled}
        onChoose={(value) => onChoose({ ...columns, number: Number(value) })}
      />
    </div>
  )
}

type ColumnProps = {
  label: string
  options: readonly { value: string; words: string }[]
  chosen: string
  disabled: boolean
  onChoose: (value: string) => void
}

function Column({ label, options, chosen, disabled, onChoose }: ColumnProps) {
  const styles = useAdminStyles()
  return (
    <Field label={label} className={styles.search}>
      <Dropdown
        className={styles.filter}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
        disabled={disabled}
        value={options.find(({ value }) => value === chosen)?.words ?? ''}
        selectedOptions={[chosen]}
        onOptionSelect={(_, { optionValue }) => optionValue !== undefined && onChoose(optionValue)}
      >
        {options.map(({ value, words }) => (
          <Option key={value} value={value}>
            {words}
          </Option>
        ))}
      </Dropdown>
    </Field>
  )
}
