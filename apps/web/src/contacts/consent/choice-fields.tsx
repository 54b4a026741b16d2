import { Radio, RadioGroup } from '@fluentui/react-components'
import { Controller } from 'react-hook-form'
import type { Control } from 'react-hook-form'
import { FormField } from '../../ui/index.ts'
import { CheckboxGroup } from './checkbox-group.tsx'
import { useConsentStyles } from './consent.styles.ts'
import type { RecordValues } from './record-values.ts'

type Common = { control: Control<RecordValues>; label: string; disabled: boolean }

type CheckboxProps = Common & {
  name: 'numbers' | 'lineIds'
  options: readonly { value: string; label: string }[]
}

/** Any of several options. */
export function CheckboxField({ control, name, label, options, disabled }: CheckboxProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <CheckboxGroup<string>
          label={label}
          options={options}
          chosen={value}
          wrong={error?.message}
          disabled={disabled}
          onChange={onChange}
        />
      )}
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
