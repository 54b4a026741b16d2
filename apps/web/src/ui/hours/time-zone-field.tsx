import { fold, TIME_ZONE_TEXTS } from '@partyline/contract'
import { currentTimeZone } from '../../platform/times.ts'
import { ChoiceField } from '../choice-field.tsx'
import { WEEK_TEXTS } from './week-texts.ts'
import { useWeekStyles } from './week.styles.ts'

const own = currentTimeZone()
const areaOf = (zone: string) => zone.split('/')[0]
const distanceTo = (zone: string) => (zone === own ? 0 : areaOf(zone) === areaOf(own) ? 1 : 2)

/** The browser's own zone, the others of its continent, and the rest. Some browsers list UTC, others don't. */
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  .toSorted((one, other) => distanceTo(one) - distanceTo(other))
  .map((value) => ({ value, name: value.replaceAll('_', ' ') }))

const searchTexts = new Map<string, string>()

/** Includes the name of its time, such as Eastern Time. Cached, because naming all zones takes the browser a while. */
function searchTextOf({ value, name }: (typeof zones)[number]): string {
  const text = searchTexts.get(value) ?? fold(`${name} ${nameOfTime(value)}`)
  searchTexts.set(value, text)
  return text
}

const nameOfTime = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value

type Props<Value> = {
  /** The name of having none; absent if there is always one. */
  none?: string
  value: Value
  disabled: boolean
  wrong: string | undefined
  onChange: (zone: Value) => void
}

/** The time zone of hours, or of a contact. */
export function TimeZoneField<Value extends string | null>(props: Props<Value>) {
  const styles = useWeekStyles()
  return (
    <ChoiceField
      {...props}
      className={styles.timeZone}
      label={WEEK_TEXTS.timeZone}
      choices={zones}
      searchTextOf={searchTextOf}
      noMatch={WEEK_TEXTS.noTimeZone}
      unknown={TIME_ZONE_TEXTS.invalid}
    />
  )
}
