import { MAX_SNOOZE_DAYS, STATE_TEXTS, dayAfter } from '@partyline/contract'
import { useState } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import { DateTimeFields, FormErrorPanel, laterTimeFault, ModalActions, ModalBody, useModal } from '../../ui/index.ts'
import type { LocalTime } from '../../ui/index.ts'
import { MORNING } from './snooze-times.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

const FAULTS = { missing: STATE_TEXTS.until, past: STATE_TEXTS.past, tooFar: STATE_TEXTS.tooFar }

export type CustomSnoozeModalProps = { onChoose: (until: string) => void }

/** A date and a time of the person's own, at first tomorrow morning. */
export function CustomSnoozeModal({ onChoose }: CustomSnoozeModalProps) {
  const times = useTimes()
  const modal = useModal()
  const today = times.dayOf(times.now())
  const [chosen, setChosen] = useState<LocalTime>(() => ({ day: dayAfter(today, 1), time: MORNING }))
  const [wrong, setWrong] = useState<string | null>(null)

  function save() {
    const fault = laterTimeFault(chosen, { times, maxDays: MAX_SNOOZE_DAYS, texts: FAULTS })
    setWrong(fault)
    if (fault !== null) return
    modal.close()
    onChoose(times.instantOf(chosen.day, chosen.time))
  }

  return (
    <ModalBody
      title={TRIAGE_TEXTS.customTitle}
      onSubmit={save}
      actions={<ModalActions label={TRIAGE_TEXTS.snooze} busyLabel={TRIAGE_TEXTS.snooze} />}
    >
      <DateTimeFields
        value={chosen}
        min={today}
        max={dayAfter(today, MAX_SNOOZE_DAYS)}
        wrong={wrong === null ? {} : { day: wrong }}
        onChange={setChosen}
      />
      <FormErrorPanel submitError={null} messages={[wrong ?? undefined]} />
    </ModalBody>
  )
}
