import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { PhoneRegular } from '@fluentui/react-icons/svg/phone'
import { colorIndex, initials, PERSON_COLORS } from './person-color.ts'

/** With a number, a contact has the same color everywhere. An erased contact has an empty one. */
export type AvatarPerson = { id: string; name: string; number?: string | null }

type Size = 20 | 24 | 28 | 32 | 40

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
    // Invisible except in high contrast, where all backgrounds are the same.
    border: `1px solid ${tokens.colorTransparentStroke}`,
  },
  20: { width: '20px', height: '20px', fontSize: '9px' },
  24: { width: '24px', height: '24px', fontSize: '9px' },
  28: { width: '28px', height: '28px', fontSize: '10px' },
  32: { width: '32px', height: '32px', fontSize: '12px' },
  40: { width: '40px', height: '40px', fontSize: '14px' },
  icon: { fontSize: '1.5em' },
  pair: { display: 'inline-block', position: 'relative', flexShrink: 0, width: '40px', height: '40px' },
  // A gap around the front circle is cut out, so that the pair works on any background.
  back: {
    position: 'absolute',
    top: 0,
    left: 0,
    maskImage: 'radial-gradient(circle at 26px 26px, transparent 15.5px, #000 16px)',
  },
  front: { position: 'absolute', right: 0, bottom: 0 },
})

/** A person or a phone as a colored circle. It repeats the name next to it, so it is hidden from screen readers. */
export function Avatar({ person, size = 40, className }: { person: AvatarPerson; size?: Size; className?: string }) {
  const styles = useStyles()
  const [backgroundColor, color] = PERSON_COLORS[colorIndex(person.number || person.id)] ?? PERSON_COLORS[0]
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

/** The other side of a chat: one circle, or two that overlap, 40 pixels in all. */
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
