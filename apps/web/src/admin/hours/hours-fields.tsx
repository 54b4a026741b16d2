import { HOURS_BOUNDS, WEEKDAYS } from '@partyline/contract'
import type { Holiday, LineHours, Week } from '@partyline/contract'
import { Button, Checkbox, Radio, RadioGroup, Field } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { useTimes } from '../../platform/platform-context.tsx'
import { currentTimeZone } from '../../platform/times.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { newHoliday, USUAL_WEEK, withCopied, withTimesAdded } from './edit-hours.ts'
import { errorAt } from './error-at.ts'
import { HolidayFields } from './holiday-fields.tsx'
import { HOURS_TEXTS } from './hours-texts.ts'
import { useHoursStyles } from './hours.styles.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { TimesFields } from './times-fields.tsx'

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
          disabled={disabled}
          error={errorAt(error, 'week')}
          onChange={(week) => onChange({ ...value, week })}
        />
      )}
      {value && (
        <>
          <div className={styles.timeZone}>
            <TimeZoneField
              value={value.timeZone}
              disabled={disabled}
              wrong={errorAt(error, 'timeZone')?.message}
              onChange={(timeZone) => onChange({ ...value, timeZone })}
            />
          </div>
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

type WeekProps = { value: Week; disabled: boolean; error: unknown; onChange: (week: Week) => void }

function WeekFields({ value, disabled, error, onChange }: WeekProps) {
  const styles = useHoursStyles()
  const firstOpen = WEEKDAYS.find((day) => value[day].length > 0)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{HOURS_TEXTS.week}</legend>
      {WEEKDAYS.map((day) => {
        const name = HOURS_TEXTS.days[day]
        const isOpen = value[day].length > 0
        return (
          <div key={day} className={styles.day}>
            <Checkbox
              label={name}
              checked={isOpen}
              disabled={disabled}
              onChange={(_, { checked }) => onChange({ ...value, [day]: checked ? withTimesAdded([]) : [] })}
            />
            {isOpen ? (
              <TimesFields
                name={name}
                value={value[day]}
                disabled={disabled}
                wrong={errorAt(error, day)?.message}
                onChange={(times) => onChange({ ...value, [day]: times })}
              >
                {day === firstOpen && (
                  <Button
                    appearance="subtle"
                    icon={<CopyRegular />}
                    aria-label={HOURS_TEXTS.copy(name)}
                    disabled={disabled}
                    onClick={() => onChange(withCopied(value, day))}
                  />
                )}
              </TimesFields>
            ) : (
              <span className={styles.closed}>{HOURS_TEXTS.closed}</span>
            )}
          </div>
        )
      })}
    </fieldset>
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
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{HOURS_TEXTS.holidays}</legend>
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
    </fieldset>
  )
}
