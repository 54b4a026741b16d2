import type { Report } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { clockTime, isHalfDayClock } from '../platform/times.ts'
import { Card, useFrameWidth, VisuallyHidden } from '../ui/index.ts'
import { CsvButton } from './csv-button.tsx'
import { busiestOf, shadeOf } from './hours.ts'
import { useHeatStyles } from './heat.styles.ts'
import { compactText, written } from './numbers.ts'
import { TABLE_TEXTS as TEXTS, WEEKDAYS } from './report-texts.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** `9 AM`, or `09:00` with a 24-hour clock. */
const timeOf = (hour: number) => clockTime(`${String(hour % 24).padStart(2, '0')}:00`).replace(/:00(?=\s)/, '')

/** When texts come: a table whose cells are shaded by their number. */
export function HoursCard({ report, isOwn }: { report: Report; isOwn: boolean }) {
  const isNarrow = useFrameWidth() === 'one'
  const busiest = busiestOf(report.hours)
  const about = busiest
    ? TEXTS.busiest(WEEKDAYS[busiest.weekday]!, timeOf(busiest.hour), timeOf(busiest.hour + 1), busiest.count)
    : TEXTS.noHours
  const label = isOwn ? TEXTS.ownByHour : TEXTS.byHour
  return (
    <Card title={label} about={about} action={<CsvButton table="hours" report={report} />}>
      {isNarrow ? <Upright hours={report.hours} label={label} /> : <Wide hours={report.hours} label={label} />}
    </Card>
  )
}

type Props = { hours: Report['hours']; label: string }

/** A row for each weekday. */
function Wide({ hours, label }: Props) {
  const styles = useHeatStyles()
  const max = Math.max(...hours.flat())
  const isHalfDay = isHalfDayClock()
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        {isHalfDay && (
          <tr>
            <Corner title={TEXTS.weekday} rowSpan={2} />
            {[TEXTS.morning, TEXTS.afternoon].map((half) => (
              <th key={half} scope="colgroup" colSpan={12} className={styles.half}>
                {half}
              </th>
            ))}
          </tr>
        )}
        <tr>
          {!isHalfDay && <Corner title={TEXTS.weekday} />}
          {HOURS.map((hour) => (
            <th key={hour} scope="col" className={styles.hour}>
              {isHalfDay ? hour % 12 || 12 : hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday, at) => (
          <tr key={weekday}>
            <th scope="row" className={styles.weekday}>
              {weekday.slice(0, 3)}
            </th>
            {HOURS.map((hour) => (
              <Cell key={hour} count={hours[at]?.[hour] ?? 0} max={max} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A row for each hour, if there is no room for 24 columns. */
function Upright({ hours, label }: Props) {
  const styles = useHeatStyles()
  const max = Math.max(...hours.flat())
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <Corner title={TEXTS.hour} />
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" className={styles.hour}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {HOURS.map((hour) => (
          <tr key={hour}>
            <th scope="row" className={styles.time}>
              {timeOf(hour)}
            </th>
            {WEEKDAYS.map((weekday, at) => (
              <Cell key={weekday} count={hours[at]?.[hour] ?? 0} max={max} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The head of the rows’ names, which the eye does without. */
function Corner({ title, rowSpan = 1 }: { title: string; rowSpan?: number }) {
  return (
    <th scope="col" rowSpan={rowSpan}>
      <VisuallyHidden>{title}</VisuallyHidden>
    </th>
  )
}

function Cell({ count, max }: { count: number; max: number }) {
  const styles = useHeatStyles()
  const shades = [styles.none, styles.few, styles.some, styles.many, styles.most]
  return (
    <td className={mergeClasses(styles.cell, shades[shadeOf(count, max)])}>
      {count === 0 ? (
        <VisuallyHidden>0</VisuallyHidden>
      ) : count < 1000 ? (
        count
      ) : (
        <>
          <span aria-hidden="true">{compactText(count)}</span>
          <VisuallyHidden>{written(count)}</VisuallyHidden>
        </>
      )}
    </td>
  )
}
