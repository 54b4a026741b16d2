import { MAX_SNOOZE_DAYS, STATE_TEXTS } from '@partyline/contract'
import { Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import type { Times } from '../../platform/times.ts'
import { FormErrorPanel, FormField, ModalActions, ModalBody, useModal } from '../../ui/index.ts'
import { dayAfter, MORNING } from './snooze-times.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

export type CustomSnoozeModalProps = { onChoose: (until: string) => void }

const useStyles = makeStyles({
  fields: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, '& > *': { flex: '1 1 140px' } },
})

/** A date and a time of the person's own, at first tomorrow morning. */
export function CustomSnoozeModal({ onChoose }: CustomSnoozeModalProps) {
  const styles = useStyles()
  const times = useTimes()
  const modal = useModal()
  const today = times.dayOf(times.now())
  const [day, setDay] = useState(() => dayAfter(today, 1))
  const [time, setTime] = useState(MORNING)
  const [wrong, setWrong] = useState<string | null>(null)

  function save() {
    const fault = faultOf({ day, time }, times)
    setWrong(fault)
    if (fault !== null) return
    modal.close()
    onChoose(times.instantOf(day, time))
  }

  return (
    <ModalBody
      title={TRIAGE_TEXTS.customTitle}
      onSubmit={save}
      actions={<ModalActions label={TRIAGE_TEXTS.snooze} busyLabel={TRIAGE_TEXTS.snooze} />}
    >
      <div className={styles.fields}>
        <FormField label={TRIAGE_TEXTS.date} wrong={wrong ?? undefined}>
          <Input
            type="date"
            min={today}
            max={dayAfter(today, MAX_SNOOZE_DAYS)}
            value={day}
            onChange={(_, { value }) => setDay(value)}
          />
        </FormField>
        <FormField label={TRIAGE_TEXTS.time} wrong={undefined}>
          <Input type="time" value={time} onChange={(_, { value }) => setTime(value)} />
        </FormField>
      </div>
      <FormErrorPanel submitError={null} messages={[wrong ?? undefined]} />
    </ModalBody>
  )
}

/** What is wrong with a date and a time, which are empty while they are incomplete. */
function faultOf({ day, time }: { day: string; time: string }, times: Times): string | null {
  if (day === '' || time === '') return STATE_TEXTS.until
  const until = times.instantOf(day, time)
  const now = times.now()
  if (Date.parse(until) <= now) return STATE_TEXTS.past
  return until > times.instantOf(dayAfter(times.dayOf(now), MAX_SNOOZE_DAYS), '00:00') ? STATE_TEXTS.tooFar : null
}
