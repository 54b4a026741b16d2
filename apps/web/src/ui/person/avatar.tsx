import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { PhoneRegular } from '@fluentui/react-icons/svg/phone'
import { colourIndex, initials, PERSON_COLOURS } from './person-colour.ts'

/** A contact keeps its color wherever its number is known. */
export type AvatarPerson = { id: string; name: string; number?: string | null }

type Size = 28 | 32 | 40

const useStyles = makeStyles({
  circle: {
    display: 'inline-flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightSemibold,
    userSelect: 'none',
    boxSizing: 'border-box',
    // Invisible but in high contrast, where all grounds are the same.
    border: `1px solid ${tokens.colorTransparentStroke}`,
  },
  28: { width: '28px', height: '28px', fontSize: '10px' },
  32: { width: '32px', height: '32px', fontSize: '12px' },
  40: { width: '40px', height: '40px', fontSize: '14px' },
  icon: { fontSize: '1.5em' },
  pair: { display: 'inline-block', position: 'relative', flexShrink: 0, width: '40px', height: '40px' },
  // A gap around the front circle is cut out, so that the pair stands on any ground.
  back: {
    position: 'absolute',
    top: 0,
    left: 0,
    maskImage: 'radial-gradient(circle at 26px 26px, transparent 15.5px, #000 16px)',
  },
  front: { position: 'absolute', right: 0, bottom: 0 },
})

/** A person or a phone as a coloured circle. It repeats a name that stands beside it, so it says nothing itself. */
export function Avatar({ person, size = 40, className }: { person: AvatarPerson; size?: Size; className?: string }) {
  const styles = useStyles()
  const [backgroundColor, color] = PERSON_COLOURS[colourIndex(person.number ?? person.id)] ?? PERSON_COLOURS[0]
  const letters = initials(person.name)
  return (
    <span
      className={mergeClasses(styles.circle, styles[size], className)}
      style={{ backgroundColor, color }}
      aria-hidden="true"
    >
      {letters || <PhoneRegular className={styles.icon} />}
    </span>
  )
}

/** Those who are on the other side of a chat: one circle, or two that overlap, 40 pixels in all. */
export function AvatarPair({ people }: { people: readonly AvatarPerson[] }) {
  const styles = useStyles()
  const [first, second] = people
  if (first === undefined) return null
  if (second === undefined) return <Avatar person={first} />
  return (
    <span className={styles.pair} aria-hidden="true">
      <Avatar person={first} size={28} className={styles.back} />
      <Avatar person={second} size={28} className={styles.front} />
    </span>
  )
}
