import type { Holiday } from '@partyline/contract'
import { Button, Checkbox, Input } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { FormField, TimesFields, withTimesAdded } from '../../ui/index.ts'
import { HOURS_TEXTS } from './hours-texts.ts'
import { useHoursStyles } from './hours.styles.ts'

type Props = {
  /** Counts from 1. */
  place: number
  value: Holiday
  disabled: boolean
  /** The error of a field. */
  wrong: (field: keyof Holiday) => string | undefined
  onChange: (holiday: Holiday) => void
  onRemove: () => void
}

export function HolidayFields({ place, value, disabled, wrong, onChange, onRemove }: Props) {
  const styles = useHoursStyles()
  const { name, firstDay, lastDay, open } = value
  const isOpen = open.length > 0
  return (
    <fieldset className={styles.holiday} aria-label={name || HOURS_TEXTS.holiday(place)}>
      <div className={styles.holidayFields}>
        <FormField className={styles.holidayName} label={HOURS_TEXTS.holidayName} required wrong={wrong('name')}>
          <Input
            dir="auto"
            autoComplete="off"
            value={name}
            disabled={disabled}
            onChange={(_, data) => onChange({ ...value, name: data.value })}
          />
        </FormField>
        <FormField className={styles.date} label={HOURS_TEXTS.firstDay} wrong={wrong('firstDay')}>
          <Input
            type="date"
            value={firstDay}
            disabled={disabled}
            onChange={(_, data) =>
              // The last day follows, until it is later.
              onChange({ ...value, firstDay: data.value, lastDay: lastDay === firstDay ? data.value : lastDay })
            }
          />
        </FormField>
        <FormField className={styles.date} label={HOURS_TEXTS.lastDay} wrong={wrong('lastDay')}>
          <Input
            type="date"
            value={lastDay}
            min={firstDay}
            disabled={disabled}
            onChange={(_, data) => onChange({ ...value, lastDay: data.value })}
          />
        </FormField>
        <Button
          className={styles.remove}
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={HOURS_TEXTS.removeHoliday(name)}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      <Checkbox
        label={HOURS_TEXTS.openOnHoliday}
        checked={isOpen}
        disabled={disabled}
        onChange={(_, { checked }) => onChange({ ...value, open: checked ? withTimesAdded([]) : [] })}
      />
      {isOpen && (
        <TimesFields
          name={name || HOURS_TEXTS.holiday(place)}
          value={open}
          disabled={disabled}
          wrong={wrong('open')}
          onChange={(times) => onChange({ ...value, open: times })}
        />
      )}
    </fieldset>
  )
}
