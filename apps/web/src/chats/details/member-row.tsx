import type { Member } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { isActive, isCurrent, isPhone } from '../../core/people.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, CLIPPED_LINE } from '../../ui/index.ts'
import { awayText, useAway } from '../../users/index.ts'
import { CardButton } from '../contact/card-button.tsx'
import { NameButton } from '../contact/name-button.tsx'
import { ContactNumber } from '../contact/contact-number.tsx'
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
  large: { alignItems: 'flex-start' },
  who: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  // Keeps the space before “(you)”.
  head: { display: 'flex', alignItems: 'center', whiteSpace: 'pre' },
  name: { ...CLIPPED_LINE, minWidth: 0, whiteSpace: 'normal' },
  largeName: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  number: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXS },
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
  /** The only contact of the chat. */
  isLarge?: boolean
  /** All members, also former ones. */
  people: ReadonlyMap<Member['id'], Member>
  /** Opens the card of a contact. */
  onOpen?: () => void
  /** Below the name. */
  action?: ReactNode
  /** The end of the row. */
  children?: ReactNode
}

/** A current or former member: name, number or role, when they joined, and their state. */
export function MemberRow({ member, isMe, isLarge = false, people, onOpen, action, children }: Props) {
  const styles = useStyles()
  const times = useTimes()
  const away = awayText(useAway()(member.id), times)
  const facts = [...memberFacts(member, times.date), ...(away !== null && isActive(member) ? [away] : [])].join(' · ')
  return (
    <li className={mergeClasses(styles.row, isLarge && styles.large)}>
      <Avatar person={member} size={isLarge ? 40 : 32} />
      <span className={styles.who}>
        <span className={styles.head}>
          {onOpen ? (
            <CardButton
              className={mergeClasses(styles.name, isLarge && styles.largeName)}
              memberId={member.id}
              onOpen={onOpen}
            >
              <bdi>{member.name}</bdi>
            </CardButton>
          ) : (
            <bdi className={mergeClasses(styles.name, isLarge && styles.largeName)}>{member.name}</bdi>
          )}
          {isMe && DETAILS_TEXTS.youSuffix}
          {isCurrent(member) && <NameButton contact={member} />}
        </span>
        {!isPhone(member) && <span className={styles.quiet}>{roleLabel(member.role)}</span>}
        {isPhone(member) && (
          <span className={mergeClasses(styles.quiet, styles.number)}>
            <ContactNumber contact={member} title={member.name} />
          </span>
        )}
        {facts !== '' && <span className={styles.quiet}>{facts}</span>}
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
