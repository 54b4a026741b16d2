import { HOURS_BOUNDS } from '@partyline/contract'
import type { OpenTimes } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { DeleteRegular } from '@fluentui/react-icons/svg/delete'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { FieldError } from '../field-error.tsx'
import { withTimesAdded } from './edit-week.ts'
import { readEnd, readStart } from './read-time.ts'
import { TimeInput } from './time-input.tsx'
import { WEEK_TEXTS } from './week-texts.ts'
import { useWeekStyles } from './week.styles.ts'

type Props = {
  /** The day's name, for the labels. */
  name: string
  value: OpenTimes
  disabled: boolean
  wrong: string | undefined
  onChange: (times: OpenTimes) => void
  /** More actions of the first interval. */
  children?: ReactNode
}

/** The hours of an open day. */
export function TimesFields({ name, value, disabled, wrong, onChange, children }: Props) {
  const styles = useWeekStyles()
  const errorId = useId()
  const invalid = wrong ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const change = (index: number, part: Partial<OpenTimes[number]>) =>
    onChange(value.map((interval, place) => (place === index ? { ...interval, ...part } : interval)))
  return (
    <div className={styles.intervals}>
      {value.map(({ from, to }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an interval is identified by its place
        <div key={index} className={styles.interval}>
          <TimeInput
            className={styles.time}
            aria-label={WEEK_TEXTS.from(name)}
            value={from}
            disabled={disabled}
            onChange={(written) => change(index, { from: readStart(written) })}
            {...invalid}
          />
          <span>{WEEK_TEXTS.until}</span>
          <TimeInput
            className={styles.time}
            aria-label={WEEK_TEXTS.to(name)}
            value={to}
            disabled={disabled}
            onChange={(written) => change(index, { to: readEnd(written, from) })}
            {...invalid}
          />
          {index > 0 && (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={WEEK_TEXTS.removeTimes(name, index + 1)}
              disabled={disabled}
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            />
          )}
          {index === 0 && (
            <Button
              appearance="subtle"
              icon={<AddRegular />}
              aria-label={WEEK_TEXTS.addTimes(name)}
              disabled={disabled || value.length >= HOURS_BOUNDS.intervalsPerDay}
              onClick={() => onChange(withTimesAdded(value))}
            />
          )}
          {index === 0 && children}
        </div>
      ))}
      {wrong && <FieldError id={errorId}>{wrong}</FieldError>}
    </div>
  )
}
