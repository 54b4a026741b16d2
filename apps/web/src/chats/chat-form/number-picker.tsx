import type { TwilioNumber } from '@partyline/contract'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { makeStyles, Option, tokens } from '@fluentui/react-components'
import { numberLabel } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Dropdown } from '../../ui/index.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

const useStyles = makeStyles({
  list: { maxHeight: `${OPTIONS_HEIGHT.modal}px` },
  picker: { minWidth: 0 },
  // A status, not an option; readable although disabled.
  line: { color: tokens.colorNeutralForeground3, ':hover': { color: tokens.colorNeutralForeground3 } },
})

type Props = {
  numbers: readonly TwilioNumber[]
  chosen: TwilioNumber | undefined
  /** Why the list is empty. */
  none: string
  format: PhoneFormat
  disabled: boolean
  onChoose: (number: TwilioNumber) => void
}

/** The lines, each as `name (number)`. */
export function NumberPicker({ numbers, chosen, none, format, disabled, onChoose }: Props) {
  const styles = useStyles()
  const label = (number: TwilioNumber) => numberLabel(number, format)
  return (
    <Dropdown
      className={styles.picker}
      listbox={{ className: styles.list }}
      placeholder={CHAT_FORM_TEXTS.chooseNumber}
      value={chosen ? label(chosen) : ''}
      selectedOptions={chosen ? [chosen.id] : []}
      disabled={disabled}
      onOptionSelect={(_, { optionValue }) => {
        const number = numbers.find(({ id }) => id === optionValue)
        if (number) onChoose(number)
      }}
    >
      {numbers.length === 0 && (
        <Option className={styles.line} disabled value="" text="" checkIcon={null}>
          {none}
        </Option>
      )}
      {numbers.map((number) => (
        <Option key={number.id} value={number.id} text={label(number)}>
          {label(number)}
        </Option>
      ))}
    </Dropdown>
  )
}
