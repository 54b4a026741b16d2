import { Input } from '@fluentui/react-components'
import { useTimes } from '../../platform/platform-context.tsx'
import { FormField } from '../../ui/index.ts'
import { KEY_PAGE_TEXTS as TEXTS } from './key-texts.ts'

type Props = {
  value: string | null
  wrong: string | undefined
  disabled: boolean
  onChange: (endsAt: string | null) => void
}

/** The last day of a key, to its end in the person's zone. */
export function EndDateField({ value, wrong, disabled, onChange }: Props) {
  const times = useTimes()
  return (
    <FormField label={TEXTS.endsOn} hint={TEXTS.endsHint} wrong={wrong}>
      <Input
        type="date"
        min={times.dayOf(times.now())}
        value={value ? times.dayOf(value) : ''}
        disabled={disabled}
        onChange={(_, { value: day }) => onChange(day ? times.instantOf(day, '23:59') : null)}
      />
    </FormField>
  )
}
