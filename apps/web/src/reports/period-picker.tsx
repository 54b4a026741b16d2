import { REPORT_TEXTS } from '@partyline/contract'
import { Button, Input, Select } from '@fluentui/react-components'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormErrorPanel, FormField, useFocusInvalid } from '../ui/index.ts'
import { faultOf, NAMED_PERIODS } from './period.ts'
import type { DayRange, Period } from './period.ts'
import { PERIOD_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

const CUSTOM = 'custom'

/** By the field that an error is shown at. */
const FAULTS = {
  from: { from: REPORT_TEXTS.day },
  to: { to: REPORT_TEXTS.day },
  order: { to: REPORT_TEXTS.order },
  tooLong: { from: REPORT_TEXTS.tooLong },
} as const satisfies Record<string, { from?: string; to?: string }>

type Props = {
  period: Period
  range: DayRange
  today: string
  onChange: (period: Period) => void
  /** What follows the choice in its row. */
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

function RangeForm({
  range,
  today,
  onChange,
}: {
  range: DayRange
  today: string
  onChange: (range: DayRange) => void
}) {
  const styles = useReportStyles()
  const [chosen, setChosen] = useState(range)
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({})
  const [submits, setSubmits] = useState(0)
  const place = useFocusInvalid<HTMLDivElement>(submits)

  function submit() {
    const fault = faultOf(chosen)
    setWrong(fault === null ? {} : FAULTS[fault])
    if (fault === null) onChange(chosen)
    else setSubmits(submits + 1)
  }
  return (
    <form
      noValidate
      className={styles.rangeForm}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div ref={place} className={styles.rangeFields}>
        {(['from', 'to'] as const).map((end) => (
          <FormField key={end} label={TEXTS[end]} wrong={wrong[end]} className={styles.rangeField}>
            <Input
              type="date"
              max={today}
              value={chosen[end]}
              onChange={(_, { value }) => setChosen({ ...chosen, [end]: value })}
            />
          </FormField>
        ))}
        <Button type="submit">{TEXTS.apply}</Button>
      </div>
      <FormErrorPanel messages={[wrong.from, wrong.to]} />
    </form>
  )
}
