import { fold, OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, Option } from '@fluentui/react-components'
import { useState } from 'react'
import { FormField } from '../../ui/index.ts'
import { FORM_TEXTS } from './card-texts.ts'

type Choice = { value: string; name: string }

type Props = {
  label: string
  choices: readonly Choice[]
  /** The name of having none. */
  none: string
  value: string | null
  disabled: boolean
  wrong: string | undefined
  onChange: (value: string | null) => void
}

/** The option that is no value. Fluent takes an empty one for no option. */
const NONE = 'none'

/** One of many options, found by typing, or none of them. */
export function ChoiceField({ label, choices, none, value, disabled, wrong, onChange }: Props) {
  const [written, setWritten] = useState<string | null>(null)
  const words = fold((written ?? '').trim())
  const chosen = choices.find((choice) => choice.value === value)
  const found = choices.filter(({ name }) => fold(name).includes(words))
  return (
    <FormField label={label} wrong={wrong}>
      <Combobox
        disabled={disabled}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
        positioning={{ autoSize: false }}
        value={written ?? chosen?.name ?? value ?? none}
        selectedOptions={[value ?? NONE]}
        onChange={({ target }) => setWritten(target.value)}
        onOpenChange={(_, { open }) => {
          if (!open) setWritten(null)
        }}
        onOptionSelect={(_, { optionValue }) => {
          // Fluent clears the selection when what is written begins no option.
          if (!optionValue) return
          setWritten(null)
          onChange(optionValue === NONE ? null : optionValue)
        }}
      >
        {words === '' && <Option value={NONE}>{none}</Option>}
        {found.map((choice) => (
          <Option key={choice.value} value={choice.value}>
            {choice.name}
          </Option>
        ))}
        {found.length === 0 && (
          <Option disabled value="" text="">
            {FORM_TEXTS.noOption}
          </Option>
        )}
      </Combobox>
    </FormField>
  )
}
