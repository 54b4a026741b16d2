import type { Member } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { isActive, isCurrent, isPhone } from '../../core/people.ts'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, CLIPPED_LINE } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { NameButton } from '../contact/name-button.tsx'
import { numberNextToName } from '../contact/number-next-to-name.ts'
import { DETAILS_TEXTS, roleLabel } from './details-texts.ts'
import { memberFacts } from './member-facts.ts'
import { optOutText } from './opt-out-text.ts'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '56px',
    padding: `${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
  },
  who: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  // Keeps the space before “(you)”.
  head: { display: 'flex', alignItems: 'center', whiteSpace: 'pre' },
  name: { ...CLIPPED_LINE, minWidth: 0 },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
})

type Props = {
  member: Member
  isMe: boolean
  /** All members, also former ones. */
  people: ReadonlyMap<Member['id'], Member>
  /** Below the name. */
  action?: ReactNode
  /** The end of the row. */
  children?: ReactNode
}

/** A current or former member: name, number or role, when they joined, and their state. */
export function MemberRow({ member, isMe, people, action, children }: Props) {
  const styles = useStyles()
  const times = useTimes()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const number = numberNextToName(member, format)
  return (
    <li className={styles.row}>
      <Avatar person={member} size={32} />
      <span className={styles.who}>
        <span className={styles.head}>
          <bdi className={styles.name}>{member.name}</bdi>
          {isMe && DETAILS_TEXTS.youSuffix}
          {isCurrent(member) && <NameButton contact={member} />}
        </span>
        {!isPhone(member) && <span className={styles.quiet}>{roleLabel(member.role)}</span>}
        {number !== null && <span className={styles.quiet}>{number}</span>}
        <span className={styles.quiet}>{memberFacts(member, times.date).join(' · ')}</span>
        {member.optedOut && (
          <span className={mergeClasses(styles.quiet, styles.failed)}>{optOutText(member, people)}</span>
        )}
        {member.barred !== null && !member.optedOut && isActive(member) && (
          <span className={mergeClasses(styles.quiet, styles.failed)}>{member.barred}</span>
        )}
        {action}
      </span>
      {children}
    </li>
  )
}
