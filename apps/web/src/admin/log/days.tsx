import { makeStyles, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'

const useStyles = makeStyles({
  // It stays at the top while its day is on the screen.
  heading: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    margin: 0,
    padding: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
})

type Props<Item> = {
  /** Newest first. */
  items: readonly Item[]
  at: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** List items under their days. */
export function Days<Item>({ items, at, children }: Props<Item>) {
  const times = useTimes()
  const days = Map.groupBy(items, (item) => times.dayOf(at(item)))
  return (
    <div>
      {[...days].map(([day, ofDay]) => (
        <Day key={day} title={ofDay[0] ? times.day(at(ofDay[0])) : day}>
          {ofDay.map(children)}
        </Day>
      ))}
    </div>
  )
}

/** The time of an entry; its tooltip also has the day. */
export function Clock({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time dateTime={at} title={times.full(at)}>
      {times.clock(at)}
    </time>
  )
}

function Day({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  const heading = useId()
  return (
    <div>
      <h3 id={heading} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={heading}>
        {children}
      </ul>
    </div>
  )
}
