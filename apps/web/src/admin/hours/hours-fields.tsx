import { HOURS_BOUNDS } from '@partyline/contract'
import type { Holiday, LineHours } from '@partyline/contract'
import { Button, Checkbox, Radio, RadioGroup, Field } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useTimes } from '../../platform/platform-context.tsx'
import { currentTimeZone } from '../../platform/times.ts'
import { errorAt, Fieldset, TimeZoneField, USUAL_WEEK, WeekFields } from '../../ui/index.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { newHoliday } from './edit-hours.ts'
import { HolidayFields } from './holiday-fields.tsx'
import { HOURS_TEXTS } from './hours-texts.ts'
import { useHoursStyles } from './hours.styles.ts'

type Props = {
  value: LineHours | null
  /** The label of null; absent if there are always hours. */
  none?: string
  /** Whether the organization's holidays can be used. */
  canShareHolidays: boolean
  disabled: boolean
  /** The form's error of the hours. */
  error: unknown
  onChange: (hours: LineHours | null) => void
}

/** A week, holidays, and their time zone. */
export function HoursFields({ value, none, canShareHolidays, disabled, error, onChange }: Props) {
  const styles = useHoursStyles()
  const chosen = value === null ? 'none' : value.week === null ? 'always' : 'times'
  const base = value ?? { timeZone: currentTimeZone(), week: null, holidays: canShareHolidays ? null : [] }

  function choose(choice: string) {
    if (choice === 'none') onChange(null)
    else onChange({ ...base, week: choice === 'always' ? null : (base.week ?? USUAL_WEEK) })
  }
  return (
    <div className={styles.editor}>
      <Field label={HOURS_TEXTS.open}>
        <RadioGroup disabled={disabled} value={chosen} onChange={(_, data) => choose(data.value)}>
          {none !== undefined && <Radio value="none" label={none} />}
          <Radio value="always" label={HOURS_TEXTS.always} />
          <Radio value="times" label={HOURS_TEXTS.atTimes} />
        </RadioGroup>
      </Field>
      {value?.week && (
        <WeekFields
          value={value.week}
          closed={HOURS_TEXTS.closed}
          disabled={disabled}
          error={errorAt(error, 'week')}
          onChange={(week) => onChange({ ...value, week })}
        />
      )}
      {value && (
        <>
          <TimeZoneField
            value={value.timeZone}
            disabled={disabled}
            wrong={errorAt(error, 'timeZone')?.message}
            onChange={(timeZone) => onChange({ ...value, timeZone })}
          />
          <Holidays
            value={value.holidays}
            canShare={canShareHolidays}
            disabled={disabled}
            error={errorAt(error, 'holidays')}
            onChange={(holidays) => onChange({ ...value, holidays })}
          />
        </>
      )}
    </div>
  )
}

type HolidaysProps = {
  /** Null: the organization's. */
  value: readonly Holiday[] | null
  canShare: boolean
  disabled: boolean
  error: unknown
  onChange: (holidays: Holiday[] | null) => void
}

function Holidays({ value, canShare, disabled, error, onChange }: HolidaysProps) {
  const styles = useHoursStyles()
  const { quiet } = useAdminStyles()
  const times = useTimes()
  return (
    <Fieldset legend={HOURS_TEXTS.holidays}>
      {canShare && (
        <Checkbox
          label={HOURS_TEXTS.organizationHolidays}
          checked={value === null}
          disabled={disabled}
          onChange={(_, { checked }) => onChange(checked ? null : [])}
        />
      )}
      {value && (
        <>
          <p className={quiet}>{value.length === 0 ? HOURS_TEXTS.noHolidays : HOURS_TEXTS.holidaysHint}</p>
          {value.map((holiday, index) => (
            <HolidayFields
              // oxlint-disable-next-line react/no-array-index-key -- a holiday is identified by its place
              key={index}
              place={index + 1}
              value={holiday}
              disabled={disabled}
              wrong={(field) => errorAt(errorAt(error, index), field)?.message}
              onChange={(changed) => onChange(value.map((one, place) => (place === index ? changed : one)))}
              onRemove={() => onChange(value.filter((_, place) => place !== index))}
            />
          ))}
          <Button
            className={styles.add}
            icon={<AddRegular />}
            disabled={disabled || value.length >= HOURS_BOUNDS.holidays}
            onClick={() => onChange([...value, newHoliday(times.dayOf(times.now()))])}
          >
            {HOURS_TEXTS.addHoliday}
          </Button>
        </>
      )}
    </Fieldset>
  )
}
