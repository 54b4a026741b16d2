import { Select } from '@fluentui/react-components'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { NAMED_PERIODS } from './period.ts'
import type { DayRange, Period } from './period.ts'
import { RangeForm } from './range-form.tsx'
import { PERIOD_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

const CUSTOM = 'custom'

type Props = {
  period: Period
  range: DayRange
  today: string
  onChange: (period: Period) => void
  /** Content after the choice, in the same row. */
  children: ReactNode
}

/** The days of the report: a usual period, or any two days. */
export function PeriodPicker({ period, range, today, onChange, children }: Props) {
  const styles = useReportStyles()
  /** The period that is shown while two days are being chosen. A link to another one ends that. */
  const [customOver, setCustomOver] = useState<Period | null>(null)
  const shown = typeof period !== 'string' || customOver === period ? CUSTOM : period
  return (
    <>
      <Select
        className={styles.period}
        aria-label={TEXTS.label}
        value={shown}
        onChange={(_, { value }) => {
          setCustomOver(value === CUSTOM ? period : null)
          const named = NAMED_PERIODS.find((name) => name === value)
          if (named) onChange(named)
        }}
      >
        {NAMED_PERIODS.map((name) => (
          <option key={name} value={name}>
            {TEXTS.names[name]}
          </option>
        ))}
        <option value={CUSTOM}>{TEXTS.custom}</option>
      </Select>
      {children}
      {shown === CUSTOM && (
        <RangeForm
          key={`${range.from} ${range.to}`}
          range={range}
          today={today}
          onChange={(next) => {
            setCustomOver(null)
            onChange(next)
          }}
        />
      )}
    </>
  )
}
