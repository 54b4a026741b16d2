import { Checkbox } from '@fluentui/react-components'
import { useId } from 'react'
import { FieldError } from '../../ui/index.ts'
import { useConsentStyles } from './consent.styles.ts'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  /** Validation error. */
  wrong: string | undefined
  disabled?: boolean
  onChange: (chosen: Value[]) => void
}

/** Any of several options. Not in a Field, which would give all of them its ID. */
export function CheckboxGroup<Value extends string>({
  label,
  options,
  chosen,
  wrong,
  disabled = false,
  onChange,
}: Props<Value>) {
  const styles = useConsentStyles()
  const problem = useId()
  return (
    <fieldset className={styles.group} aria-describedby={wrong && problem}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <Checkbox
            label={<bdi>{option.label}</bdi>}
            checked={chosen.includes(option.value)}
            disabled={disabled}
            aria-invalid={wrong !== undefined}
            onChange={(_, { checked }) =>
              // In the order of the options, so that taking back a change leaves nothing to record.
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((one) => (one === option.value ? checked : chosen.includes(one))),
              )
            }
          />
        </div>
      ))}
      {wrong && <FieldError id={problem}>{wrong}</FieldError>}
    </fieldset>
  )
}
