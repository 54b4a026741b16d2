import { Input, makeStyles, tokens } from '@fluentui/react-components'
import { FormField } from './form-field.tsx'

/** A date as `2026-11-19` and a time as `09:00`, each empty while it is incomplete. */
export type LocalTime = { day: string; time: string }

type Props = {
  value: LocalTime
  min: string
  max: string
  /** Validation errors. */
  wrong: Partial<Record<keyof LocalTime, string>>
  onChange: (value: LocalTime) => void
}

const useStyles = makeStyles({
  // An error below one field does not stretch the other.
  fields: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalM,
    '& > *': { flex: '1 1 140px' },
  },
})

/** The fields of a date and a time of that day. */
export function DateTimeFields({ value, min, max, wrong, onChange }: Props) {
  const styles = useStyles()
  return (
    <div className={styles.fields}>
      <FormField label="Date" wrong={wrong.day}>
        <Input
          type="date"
          min={min}
          max={max}
          value={value.day}
          onChange={(_, { value: day }) => onChange({ ...value, day })}
        />
      </FormField>
      <FormField label="Time" wrong={wrong.time}>
        <Input type="time" value={value.time} onChange={(_, { value: time }) => onChange({ ...value, time })} />
      </FormField>
    </div>
  )
}
