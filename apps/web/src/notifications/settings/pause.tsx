import { NOTIFICATION, NOTIFICATION_TEXTS, dayAfter } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AlertSnoozeRegular } from '@fluentui/react-icons/svg/alert-snooze'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { DateTimeFields, Fieldset, FormErrorPanel, laterTimeFault } from '../../ui/index.ts'
import type { LocalTime } from '../../ui/index.ts'
import { useChangeNotifications } from '../notification-queries.ts'
import { PAUSE_TEXTS } from '../pause/pause-texts.ts'
import { inAnHour, MORNING, tomorrowMorning } from '../pause/pause-times.ts'
import { usePausedUntil } from '../pause/use-paused-until.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'

const FAULTS = {
  missing: PAGE_TEXTS.missingTime,
  past: NOTIFICATION_TEXTS.pastPause,
  tooFar: NOTIFICATION_TEXTS.longPause,
}

/** Pauses notifications, and resumes them. */
export function Pause() {
  const styles = usePageStyles()
  const times = useTimes()
  const pausedUntil = usePausedUntil()
  const { mutate, isPending, error } = useChangeNotifications()
  const [isChoosing, setIsChoosing] = useState(false)
  const place = useKeptFocus(pausedUntil !== null ? 'paused' : isChoosing ? 'choosing' : 'none')
  const tomorrow = tomorrowMorning(times)
  const pause = (until: string | null) => mutate({ pausedUntil: until }, { onSuccess: () => setIsChoosing(false) })
  return (
    <Fieldset legend={PAGE_TEXTS.pause}>
      <div ref={place} className={styles.stack}>
        {pausedUntil !== null ? (
          <>
            <output className={styles.row}>
              <AlertSnoozeRegular className={styles.icon} aria-hidden />
              {PAUSE_TEXTS.pausedUntil(times.until(pausedUntil))}
            </output>
            <Button disabledFocusable={isPending} onClick={() => pause(null)}>
              {PAGE_TEXTS.resume}
            </Button>
          </>
        ) : isChoosing ? (
          <OtherTime isSaving={isPending} onChoose={pause} onCancel={() => setIsChoosing(false)} />
        ) : (
          <div className={styles.row}>
            <Button disabledFocusable={isPending} onClick={() => pause(inAnHour(times))}>
              {PAUSE_TEXTS.forAnHour}
            </Button>
            <Button disabledFocusable={isPending} onClick={() => pause(tomorrow)}>
              {PAGE_TEXTS.untilTomorrow(times.clock(tomorrow))}
            </Button>
            <Button disabledFocusable={isPending} onClick={() => setIsChoosing(true)}>
              {PAGE_TEXTS.untilOther}
            </Button>
          </div>
        )}
        <FormErrorPanel submitError={error && errorText(error)} />
      </div>
    </Fieldset>
  )
}

type Props = { isSaving: boolean; onChoose: (until: string) => void; onCancel: () => void }

/** A date and a time of the person's own, at first the next but one morning. */
function OtherTime({ isSaving, onChoose, onCancel }: Props) {
  const styles = usePageStyles()
  const times = useTimes()
  const today = times.dayOf(times.now())
  const maxDays = NOTIFICATION.maxPauseDays - 1
  const [chosen, setChosen] = useState<LocalTime>(() => ({ day: dayAfter(today, 2), time: MORNING }))
  const [wrong, setWrong] = useState<string | null>(null)

  function submit() {
    const fault = laterTimeFault(chosen, { times, maxDays, texts: FAULTS })
    setWrong(fault)
    if (fault === null) onChoose(times.instantOf(chosen.day, chosen.time))
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DateTimeFields
        value={chosen}
        min={today}
        max={dayAfter(today, maxDays)}
        wrong={wrong === null ? {} : { day: wrong }}
        onChange={setChosen}
      />
      <FormErrorPanel messages={[wrong ?? undefined]} />
      <div className={styles.row}>
        <Button type="submit" appearance="primary" disabledFocusable={isSaving}>
          {isSaving ? PAGE_TEXTS.saving : PAGE_TEXTS.pauseUntil}
        </Button>
        <Button onClick={onCancel}>{PAGE_TEXTS.cancel}</Button>
      </div>
    </form>
  )
}

/** Moves the focus to the element's first control if a change removes the focused one. */
function useKeptFocus(state: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef(state)
  useEffect(() => {
    if (last.current === state) return
    last.current = state
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [state])
  return place
}
