import { fold, OPTIONS_HEIGHT } from '@partyline/contract'
import { Combobox, Option } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { announce } from './announcer.tsx'
import { FormField } from './form-field.tsx'

type Choice = { value: string; name: string }

type Props<Value> = {
  className?: string
  label: string
  choices: readonly Choice[]
  /** What a choice is found by: its name if absent. */
  searchTextOf?: (choice: Choice) => string
  /** The name of having none; absent if there is always one. */
  none?: string | undefined
  /** In place of the options if none matches. */
  noMatch: string
  /** The error of a text that is no option's name. */
  unknown: string
  value: Value
  disabled: boolean
  /** The form's error. */
  wrong: string | undefined
  onChange: (value: Value) => void
}

/** The option that is no value. Fluent takes an empty one for no option. */
const NONE = 'none'

/** The value while the field has a text that is no option's name. Every schema refuses it. */
const UNKNOWN = '?'

const foldedName = ({ name }: Choice) => fold(name)

/** One of many options, found by typing, or none of them. Leaving the field chooses no option that was only suggested. */
export function ChoiceField<Value extends string | null>(props: Props<Value>) {
  const { className, label, choices, searchTextOf = foldedName, none, noMatch, unknown, value, disabled, wrong } = props
  // A text that was left is gone once the form has another value.
  const [typed, setTyped] = useState<{ text: string; value: string | null } | null>(null)
  // Whether the person has moved to the active option, which is Fluent's first match otherwise.
  const hasMoved = useRef(false)
  const isUnknown = value === UNKNOWN
  const written = typed?.value === value ? typed.text : null
  const words = fold((written ?? '').trim())
  const found = words ? choices.filter((choice) => searchTextOf(choice).includes(words)) : choices
  const chosenName = isUnknown ? '' : (choices.find((choice) => choice.value === value)?.name ?? value ?? none ?? '')

  function choose(option: string) {
    setTyped(null)
    props.onChange((option === NONE ? null : option) as Value)
  }

  function leave() {
    if (written === null) return
    const exact = found.find((choice) => foldedName(choice) === words)
    if (exact) choose(exact.value)
    else if (words === '' && none !== undefined) choose(NONE)
    else if (words === '') setTyped(null)
    else {
      setTyped({ text: written, value: UNKNOWN })
      props.onChange(UNKNOWN as Value)
      announce(unknown)
    }
  }

  return (
    <FormField className={className} label={label} wrong={isUnknown ? unknown : wrong}>
      <Combobox
        disabled={disabled}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
        positioning={{ autoSize: false }}
        // Arrow keys open the list, too. As a stop of Tab, it would keep the list open over the next field.
        expandIcon={{ tabIndex: -1 }}
        value={written ?? chosenName}
        selectedOptions={[value ?? NONE]}
        onChange={({ target }) => {
          hasMoved.current = false
          setTyped({ text: target.value, value })
        }}
        onKeyDown={({ key }) => {
          if (/^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(key)) hasMoved.current = true
        }}
        onOpenChange={(event, { open }) => {
          const isEscape = 'key' in event && event.key === 'Escape'
          if (!open && isEscape && !isUnknown) setTyped(null)
        }}
        onOptionSelect={(event, { optionValue }) => {
          // Fluent clears the selection when what is written begins no option, and Tab selects its first match.
          const isTab = 'key' in event && event.key === 'Tab'
          if (optionValue && (!isTab || hasMoved.current)) choose(optionValue)
        }}
        onBlur={leave}
      >
        {none !== undefined && words === '' && <Option value={NONE}>{none}</Option>}
        {found.map((choice) => (
          <Option key={choice.value} value={choice.value}>
            {choice.name}
          </Option>
        ))}
        {found.length === 0 && (
          <Option disabled value="" text="">
            {noMatch}
          </Option>
        )}
      </Combobox>
    </FormField>
  )
}
