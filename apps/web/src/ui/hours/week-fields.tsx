import { WEEKDAYS } from '@partyline/contract'
import type { Week } from '@partyline/contract'
import { Button, Checkbox } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { Fieldset } from '../fieldset.tsx'
import { withCopied, withTimesAdded } from './edit-week.ts'
import { errorAt } from './error-at.ts'
import { TimesFields } from './times-fields.tsx'
import { WEEK_TEXTS } from './week-texts.ts'
import { useWeekStyles } from './week.styles.ts'

type Props = {
  value: Week
  /** The word for a day without hours. */
  closed: string
  disabled: boolean
  /** The form's error of the week. */
  error: unknown
  onChange: (week: Week) => void
}

/** The hours of each day of a week. */
export function WeekFields({ value, closed, disabled, error, onChange }: Props) {
  const styles = useWeekStyles()
  const firstOpen = WEEKDAYS.find((day) => value[day].length > 0)
  return (
    <Fieldset legend={WEEK_TEXTS.week}>
      {WEEKDAYS.map((day) => {
        const name = WEEK_TEXTS.days[day]
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
                    aria-label={WEEK_TEXTS.copy(name)}
                    disabled={disabled}
                    onClick={() => onChange(withCopied(value, day))}
                  />
                )}
              </TimesFields>
            ) : (
              <span className={styles.closed}>{closed}</span>
            )}
          </div>
        )
      })}
    </Fieldset>
  )
}
