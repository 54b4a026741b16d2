import { mergeClasses } from '@fluentui/react-components'
import { useState } from 'react'
import { useFrameWidth } from '../ui/index.ts'
import { linesOf } from './columns.ts'
import type { Column } from './columns.ts'
import { compactText } from './numbers.ts'
import { rangeText, shortDayText, weekdayText } from './period.ts'
import { TABLE_TEXTS as TEXTS } from './report-texts.ts'
import { usePlotStyles } from './plot.styles.ts'

/** How many days are named below the columns at most. */
const MAX_LABELS = { one: 4, two: 7, three: 10 } as const

/** A visual chart; the table next to it has the same data. */
export function DayPlot({ columns }: { columns: readonly Column[] }) {
  const styles = usePlotStyles()
  const [pointed, setPointed] = useState<Column | null>(null)
  const hasIn = columns.some(({ textsIn }) => textsIn !== null)
  // Hatched only next to the other series.
  const out = hasIn ? styles.out : styles.in
  const lines = linesOf(Math.max(0, ...columns.flatMap(({ textsIn, textsOut }) => [textsIn ?? 0, textsOut])))
  const top = lines.at(-1) ?? 1
  const every = Math.ceil(columns.length / MAX_LABELS[useFrameWidth()])
  const heightOf = (count: number) => ({ height: `${(count / top) * 100}%` })
  // Columns may have changed with the period.
  const shown = pointed && columns.includes(pointed) ? pointed : null

  return (
    <div className={styles.plot} aria-hidden="true">
      <div className={styles.legend}>
        {hasIn && (
          <span className={styles.series}>
            <span className={mergeClasses(styles.sample, styles.in)} />
            {TEXTS.in}
          </span>
        )}
        <span className={styles.series}>
          <span className={mergeClasses(styles.sample, out)} />
          {TEXTS.out}
        </span>
        <span className={styles.readout}>{shown && readoutOf(shown)}</span>
      </div>
      <div className={styles.field}>
        {lines.map((value) => (
          <div key={value} className={styles.line} style={{ bottom: `${(value / top) * 100}%` }}>
            <span className={styles.lineValue}>{compactText(value)}</span>
          </div>
        ))}
        <div
          className={styles.columns}
          onPointerLeave={({ pointerType }) => {
            // A finger leaves when it is lifted.
            if (pointerType === 'mouse') setPointed(null)
          }}
        >
          {columns.map((column, at) => (
            <div
              key={column.from}
              className={mergeClasses(styles.column, shown === column && styles.pointed)}
              onPointerEnter={() => setPointed(column)}
            >
              {hasIn && <div className={mergeClasses(styles.bar, styles.in)} style={heightOf(column.textsIn ?? 0)} />}
              <div className={mergeClasses(styles.bar, out)} style={heightOf(column.textsOut)} />
              {at % every === 0 && <span className={styles.day}>{shortDayText(column.from)}</span>}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function readoutOf({ from, to, textsIn, textsOut }: Column): string {
  const when = from === to ? weekdayText(from) : TEXTS.week(rangeText({ from, to }))
  const amounts = [textsIn === null ? [] : TEXTS.amountIn(textsIn), TEXTS.amountOut(textsOut)].flat().join(', ')
  return TEXTS.column(when, amounts)
}
