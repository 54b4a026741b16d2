import { REPORT_BOUNDS, REPORT_TEXTS } from '@partyline/contract'
import { Button, Input } from '@fluentui/react-components'
import { useState } from 'react'
import { FormErrorPanel, FormField, useFocusInvalid } from '../ui/index.ts'
import { faultOf } from './period.ts'
import type { DayRange } from './period.ts'
import { PERIOD_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

/** By the field that an error is shown at. */
const FAULTS = {
  from: { from: REPORT_TEXTS.day },
  to: { to: REPORT_TEXTS.day },
  order: { to: REPORT_TEXTS.order },
  tooLong: { from: REPORT_TEXTS.tooLong },
} as const satisfies Record<string, { from?: string; to?: string }>

type Props = {
  range: DayRange
  today: string
  maxDays?: number
  onChange: (range: DayRange) => void
}

/** Two days to choose. */
export function RangeForm({ range, today, maxDays = REPORT_BOUNDS.days, onChange }: Props) {
  const styles = useReportStyles()
  const [chosen, setChosen] = useState(range)
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({})
  const [submits, setSubmits] = useState(0)
  const place = useFocusInvalid<HTMLDivElement>(submits)

  function submit() {
    const fault = faultOf(chosen, maxDays)
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
        <Button type="submit" className={styles.rangeButton}>
          {TEXTS.apply}
        </Button>
      </div>
      <FormErrorPanel messages={[wrong.from, wrong.to]} />
    </form>
  )
}
