import type { Contact } from '@partyline/contract'
import { isTimeZone, wallClock } from '@partyline/contract'
import { loadTimeZones } from '../../numbers/index.ts'
import { useChunk } from '../../platform/lazy-component.tsx'
import { clockTime } from '../../platform/times.ts'
import { useMinute } from '../../platform/use-minute.ts'
import { zoneName } from '../contact-values.ts'
import { CARD_TEXTS } from './card-texts.ts'
import { useCardStyles } from './card.styles.ts'

/** The contact's time zone, given or by the phone number, with the time there. Nothing while it is unknown. */
export function ZoneFact({ contact: { timeZone, phones } }: { contact: Pick<Contact, 'timeZone' | 'phones'> }) {
  const [phone] = phones
  if (timeZone !== null) return <Zone zone={timeZone} note={null} />
  return phone ? <ZoneOfNumber number={phone.number} /> : null
}

function ZoneOfNumber({ number }: { number: string }) {
  const { data: zonesOf } = useChunk('time-zones', loadTimeZones)
  const [zone, ...others] = zonesOf?.(number, null) ?? []
  // In a region with several times, the time is unknown.
  return zone === undefined || others.length > 0 ? null : <Zone zone={zone} note={CARD_TEXTS.fromNumber} />
}

function Zone({ zone, note }: { zone: string; note: string | null }) {
  const styles = useCardStyles()
  const minute = useMinute()
  if (!isTimeZone(zone)) return null
  const now = clockTime(wallClock(zone, new Date(minute)).time)
  return (
    <>
      <dt className={styles.fact}>{CARD_TEXTS.timeZone}</dt>
      <dd className={styles.value}>
        {zoneName(zone)}
        <span className={styles.quiet}>{[CARD_TEXTS.timeThere(now), note].filter(Boolean).join(' · ')}</span>
      </dd>
    </>
  )
}
