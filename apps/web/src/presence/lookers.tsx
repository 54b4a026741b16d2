import { makeStyles, tokens } from '@fluentui/react-components'
import { Avatar, VisuallyHidden } from '../ui/index.ts'
import type { PresenceStore } from './presence.ts'
import { PRESENCE_TEXTS } from './presence-texts.ts'
import { useOthers } from './use-others.ts'

/** More circles than this would take the title's room. */
const CIRCLES_MOST = 3

const useStyles = makeStyles({
  circles: { display: 'flex', flexShrink: 0 },
  circle: {
    ':not(:first-child)': { marginLeft: '-8px' },
    outline: `2px solid ${tokens.colorNeutralBackground2}`,
  },
})

/** Circles of those who have the same chat before them. */
export function Lookers({ presence }: { presence: PresenceStore }) {
  const styles = useStyles()
  const others = useOthers(presence)
  if (others.length === 0) return null
  const text = PRESENCE_TEXTS.looking(others.map(({ name }) => name))
  return (
    <span className={styles.circles} title={text}>
      {others.slice(0, CIRCLES_MOST).map((person) => (
        <Avatar key={person.id} person={person} size={28} className={styles.circle} />
      ))}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
