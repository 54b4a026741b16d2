import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Option } from '@fluentui/react-components'
import { Dropdown } from '../../ui/index.ts'
import { useAdminStyles } from '../admin.styles.ts'

type Props<Value extends string> = {
  label: string
  /** What stands for no condition. */
  all: string
  options: readonly { value: Value; words: string }[]
  chosen: Value | null
  onChoose: (value: Value | null) => void
}

const ALL = 'all'

/** One of several, or all of them. */
export function AuditFilterField<Value extends string>({ label, all, options, chosen, onChoose }: Props<Value>) {
  const styles = useAdminStyles()
  const words = options.find(({ value }) => value === chosen)?.words ?? all
  return (
    <Dropdown
      className={styles.search}
      aria-label={label}
      listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
      value={words}
      selectedOptions={[chosen ?? ALL]}
      onOptionSelect={(_, { optionValue }) =>
        onChoose(options.find(({ value }) => value === optionValue)?.value ?? null)
      }
    >
      {[{ value: ALL, words: all }, ...options].map((option) => (
        <Option key={option.value} value={option.value}>
          {option.words}
        </Option>
      ))}
    </Dropdown>
  )
}
