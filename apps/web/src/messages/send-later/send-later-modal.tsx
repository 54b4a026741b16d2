import { Checkbox, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { SCHEDULE, dayAfter } from '@partyline/contract'
import { useMemo, useState } from 'react'
import { loadTimeZones } from '../../numbers/index.ts'
import { cityOf } from '../../platform/city-of.ts'
import { useChunk } from '../../platform/lazy-component.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { createTimes, currentTimeZone } from '../../platform/times.ts'
import type { Times } from '../../platform/times.ts'
import { DateTimeFields, FormErrorPanel, FormField, ModalActions, ModalBody, useModal } from '../../ui/index.ts'
import type { LocalTime } from '../../ui/index.ts'
import { PENDING_TEXTS } from '../pending/pending-texts.ts'
import { chosenMoment, clockChangeText } from './chosen-moment.ts'
import { SEND_LATER_TEXTS } from './send-later-texts.ts'
import { MORNING } from './send-later-times.ts'
import { contactZones, showSame } from './zones.ts'
import type { Recipient } from './zones.ts'

/** When to send a message, and whether an earlier reply returns it. */
export type SendLaterChoice = { sendAt: string; cancelOnReply: boolean }

export type SendLaterModalProps = {
  /** The contacts who get the message. */
  contacts: readonly Recipient[]
  /** The previous choice, if the message is rescheduled. */
  initial?: SendLaterChoice | undefined
  onChoose: (choice: SendLaterChoice) => void
}

const useStyles = makeStyles({
  // The place of two lines, so that nothing moves while a time is typed.
  moment: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    minHeight: `calc(2 * ${tokens.lineHeightBase300})`,
  },
})

/** A date and a time in the zone of the person or of a contact, at first tomorrow morning. */
export function SendLaterModal({ contacts, initial, onChoose }: SendLaterModalProps) {
  const styles = useStyles()
  const modal = useModal()
  const { now } = useTimes()
  const [own] = useState(() => zoneNamed(currentTimeZone(), now))
  const others = useContactZones(contacts, now)
  const [chosen, setChosen] = useState<LocalTime>(() => initialTime(own.times, initial?.sendAt))
  const [zoneName, setZoneName] = useState(own.zone)
  const [cancelOnReply, setCancelOnReply] = useState(initial?.cancelOnReply ?? contacts.length > 0)
  const [tried, setTried] = useState(false)

  // Offered where they differ from the person's at the chosen time in either zone, or now while it is incomplete.
  const instantIn = (times: Times) => chosenMoment(chosen, times).sendAt ?? new Date(now()).toISOString()
  const offered = others.filter(({ times }) =>
    [own.times, times].some((each) => !showSame(own.times, times, instantIn(each))),
  )
  const zone = others.find((other) => other.zone === zoneName) ?? own
  const moment = chosenMoment(chosen, zone.times)
  const clockChange = clockChangeText(moment, chosen, zone)
  const today = zone.times.dayOf(now())
  const wrong = tried && moment.sendAt === null ? { [moment.field]: moment.fault } : {}

  function save() {
    setTried(true)
    // The clock may have jumped since the last render.
    const { sendAt } = chosenMoment(chosen, zone.times)
    if (sendAt === null) return
    modal.close()
    onChoose({ sendAt, cancelOnReply })
  }

  const label = initial ? SEND_LATER_TEXTS.save : PENDING_TEXTS.schedule
  return (
    <ModalBody
      title={initial ? PENDING_TEXTS.changeTime : SEND_LATER_TEXTS.title}
      onSubmit={save}
      actions={<ModalActions label={label} busyLabel={label} />}
    >
      <DateTimeFields
        value={chosen}
        min={today}
        max={dayAfter(today, SCHEDULE.maxDays)}
        wrong={wrong}
        onChange={setChosen}
      />
      {offered.length > 0 && (
        <FormField label={SEND_LATER_TEXTS.zone} wrong={undefined}>
          <RadioGroup value={zone.zone} onChange={(_, { value }) => setZoneName(value)}>
            <Radio value={own.zone} label={SEND_LATER_TEXTS.yourTime(own.city)} />
            {offered.map(({ zone, city, names }) => (
              <Radio key={zone} value={zone} label={SEND_LATER_TEXTS.contactTime(names, city)} />
            ))}
          </RadioGroup>
        </FormField>
      )}
      <output className={styles.moment}>
        {moment.sendAt !== null &&
          [own, ...offered].map(({ zone, city, times }) => (
            <span key={zone}>{SEND_LATER_TEXTS.chosen(city, times.full(moment.sendAt))}</span>
          ))}
        {clockChange !== null && <span>{clockChange}</span>}
      </output>
      {contacts.length > 0 && (
        <Checkbox
          label={SEND_LATER_TEXTS.cancelOnReply}
          checked={cancelOnReply}
          onChange={(_, { checked }) => setCancelOnReply(checked === true)}
        />
      )}
      <FormErrorPanel messages={Object.values(wrong)} />
    </ModalBody>
  )
}

type Now = () => number

const zoneNamed = (zone: string, now: Now) => ({
  zone,
  city: cityOf(zone),
  times: createTimes({ now, timeZone: zone }),
})

/** None until the table of time zones is loaded; if it can't be, the person's own zone has to do. */
function useContactZones(contacts: readonly Recipient[], now: Now) {
  const { data: zonesOf } = useChunk('time-zones', loadTimeZones)
  return useMemo(
    () =>
      zonesOf === undefined
        ? []
        : contactZones(contacts, zonesOf).map(({ zone, names }) => ({
            ...zoneNamed(zone, now),
            names,
          })),
    [contacts, zonesOf, now],
  )
}

function initialTime(times: Times, sendAt: string | undefined): LocalTime {
  if (sendAt !== undefined && Date.parse(sendAt) > times.now()) {
    return { day: times.dayOf(sendAt), time: times.timeOf(sendAt) }
  }
  return { day: dayAfter(times.dayOf(times.now()), 1), time: MORNING }
}
