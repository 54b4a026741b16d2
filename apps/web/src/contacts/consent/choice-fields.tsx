import { Checkbox, Radio, RadioGroup } from '@fluentui/react-components'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import type { Control } from 'react-hook-form'
import { FormField } from '../../ui/index.ts'
import { useConsentStyles } from './consent.styles.ts'
import type { RecordValues } from './record-values.ts'

type Common = { control: Control<RecordValues>; label: string; disabled: boolean }

type CheckboxProps = Common & {
  name: 'numbers' | 'lineIds'
  options: readonly { value: string; label: string }[]
}

/** Any of several options. Not in a Field, which would give all of them its ID. */
export function CheckboxField({ control, name, label, options, disabled }: CheckboxProps) {
  const styles = useConsentStyles()
  const problem = useId()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState: { error } }) => {
        const chosen: readonly string[] = value
        return (
          <fieldset className={styles.group} aria-describedby={error && problem}>
            <legend className={styles.legend}>{label}</legend>
            {options.map((option) => (
              <div key={option.value}>
                <Checkbox
                  label={<bdi>{option.label}</bdi>}
                  checked={chosen.includes(option.value)}
                  disabled={disabled}
                  aria-invalid={error !== undefined}
                  onChange={(_, { checked }) =>
                    // In the order of the options, so that taking back a change leaves nothing to record.
                    onChange(
                      options
                        .map((one) => one.value)
                        .filter((one) => (one === option.value ? checked : chosen.includes(one))),
                    )
                  }
                />
              </div>
            ))}
            {error && (
              <p id={problem} className={styles.wrong}>
                {error.message}
              </p>
            )}
          </fieldset>
        )
      }}
    />
  )
}

type RadioProps<Name extends 'state' | 'source'> = Common & {
  name: Name
  texts: Readonly<Record<RecordValues[Name], string>>
  /** Whether the options are side by side. */
  isRow?: boolean
}

/** One of a few options. */
export function RadioField<Name extends 'state' | 'source'>({
  control,
  name,
  label,
  texts,
  disabled,
  isRow = false,
}: RadioProps<Name>) {
  const styles = useConsentStyles()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <FormField label={label} wrong={undefined}>
          <RadioGroup
            layout={isRow ? 'horizontal' : 'vertical'}
            className={styles.choices}
            value={value}
            disabled={disabled}
            onChange={(_, data) => onChange(data.value)}
          >
            {Object.entries<string>(texts).map(([option, text]) => (
              <Radio key={option} value={option} label={text} />
            ))}
          </RadioGroup>
        </FormField>
      )}
    />
  )
}
