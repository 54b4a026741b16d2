import type { Presence } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PresenceStore } from '../core/presence.ts'
import { useApi } from '../platform/platform-context.tsx'
import { useStore } from '../platform/use-store.ts'
import { announce, Avatar, VisuallyHidden } from '../ui/index.ts'
import { usersQuery } from '../users/index.ts'
import { PRESENCE_TEXTS } from './presence-texts.ts'

/** More avatars would take too much of the title's space. */
const MAX_AVATARS = 3

const useStyles = makeStyles({
  avatars: { display: 'flex', flexShrink: 0 },
  avatar: {
    ':not(:first-child)': { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` },
    outline: `2px solid ${tokens.colorNeutralBackground2}`,
  },
  // In the space below the composer, so that nothing moves when it appears and disappears. In line with its text.
  typing: {
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: '4px',
    maxWidth: '960px',
    boxSizing: 'border-box',
    margin: '0 auto',
    padding: `0 calc(${tokens.spacingHorizontalXXL} + ${tokens.spacingHorizontalL})`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    pointerEvents: 'none',
    '@media (max-width: 699.98px)': {
      bottom: '2px',
      padding: `0 calc(${tokens.spacingHorizontalM} + ${tokens.spacingHorizontalL})`,
    },
  },
})

/** The avatars of others who have the same chat open. Their text says who is typing and who is only viewing. */
export function PresenceAvatars({ presence }: { presence: PresenceStore }) {
  const styles = useStyles()
  const others = useOthers(presence)
  if (others.length === 0) return null
  const text = PRESENCE_TEXTS.here(others)
  return (
    <span className={styles.avatars} title={text}>
      {others.slice(0, MAX_AVATARS).map((person) => (
        <Avatar key={person.id} person={person} size={28} className={styles.avatar} />
      ))}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** Who is typing a text or a note. Announced once per person and mode, because people pause and continue. */
export function TypingLine({ presence }: { presence: PresenceStore }) {
  const styles = useStyles()
  const others = useOthers(presence)
  const text = PRESENCE_TEXTS.writing(others.map(withFirstName))
  const announced = useRef<readonly Announced[]>([])
  useEffect(() => {
    const before = announced.current.filter(({ id }) => others.some((other) => other.id === id))
    const now = others.filter(
      ({ id, writing }) => writing !== null && !before.some((one) => one.id === id && one.writing === writing),
    )
    announced.current = [...before, ...now]
    if (now.length > 0) announce(PRESENCE_TEXTS.writing(now.map(withFirstName)))
  })
  if (text === '') return null
  return <span className={styles.typing}>{text}</span>
}

type OtherPerson = { id: string; name: string; writing: Presence['mode'] | null }
type Announced = Pick<OtherPerson, 'id' | 'writing'>

/** Others who have the chat open, with their names, which are loaded when the first one appears. */
function useOthers(presence: PresenceStore): OtherPerson[] {
  const others = useStore(presence.others)
  const { data: users = [] } = useQuery({ ...usersQuery(useApi()), enabled: others.length > 0 })
  return others.flatMap(({ userId, writing }) => {
    const user = users.find(({ id }) => id === userId)
    return user ? [{ id: userId, name: user.name, writing }] : []
  })
}

function withFirstName({ name, writing }: OtherPerson) {
  return { name: name.split(/\s+/)[0] ?? name, writing }
}
