import { Field, Option } from '@fluentui/react-components'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { ENCODINGS } from '../../../core/contact-files/decode-text.ts'
import type { Encoding } from '../../../core/contact-files/decode-text.ts'
import { Dropdown } from '../../../ui/index.ts'
import { useAdminStyles } from '../../admin.styles.ts'
import { CONTACT_IMPORT_TEXTS } from './import-texts.ts'

const CHOICES = Object.entries(ENCODINGS)

type Props = { encoding: Encoding; isSure: boolean; disabled: boolean; onChoose: (encoding: Encoding) => void }

/** Chooses how the bytes of a file are read as letters. */
export function ChooseEncoding({ encoding, isSure, disabled, onChoose }: Props) {
  const styles = useAdminStyles()
  return (
    <Field label={CONTACT_IMPORT_TEXTS.encoding} hint={isSure ? undefined : CONTACT_IMPORT_TEXTS.encodingGuess}>
      <Dropdown
        className={styles.filter}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
        disabled={disabled}
        value={ENCODINGS[encoding]}
        selectedOptions={[encoding]}
        onOptionSelect={(_, { optionValue }) => optionValue && onChoose(optionValue as Encoding)}
      >
        {CHOICES.map(([value, words]) => (
          <Option key={value} value={value}>
            {words}
          </Option>
        ))}
      </Dropdown>
    </Field>
  )
}
