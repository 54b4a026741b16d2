import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Avatar } from '../../ui/index.ts'
import { numberNextToName } from '../contact/number-next-to-name.ts'
import { DETAILS_TEXTS, roleLabel } from '../details/details-texts.ts'
import { inactiveFact } from '../details/member-facts.ts'
import type { BusyPhones } from './busy-phones.ts'
import type { Candidate } from './candidates.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', flexShrink: 0, maxHeight: '220px', overflowY: 'auto' },
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '48px',
    padding: `${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  who: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  number: { display: 'block' },
  problem: { color: tokens.colorStatusDangerForeground1 },
})

type Props = {
  members: readonly Candidate[]
  format: PhoneFormat
  /** Opt-outs apply to the chat's current number, not to another one that is being chosen. */
  showsOptOuts: boolean
  disabled: boolean
  /** Contacts that can't be in the chat while they are in another one on its line. */
  busy: BusyPhones['phones']
  onRemove: (member: Candidate) => void
}

export function ChosenMembers({ members, format, showsOptOuts, disabled, busy, onRemove }: Props) {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label={CHAT_FORM_TEXTS.chosen}>
      {members.map((member) => (
        <li key={member.id} className={styles.row}>
          <Avatar person={member} size={32} />
          <span className={styles.who}>
            <bdi>{member.name}</bdi>
            {[numberNextToName(member, format), inactiveFact(member)].map(
              (fact) =>
                fact && (
                  <span key={fact} className={mergeClasses(styles.quiet, styles.number)}>
                    {fact}
                  </span>
                ),
            )}
            {busy
              .filter(({ id }) => id === member.id)
              .map(({ chat }) => (
                <span key={chat.id} className={mergeClasses(styles.quiet, styles.number, styles.problem)}>
                  {CHAT_FORM_TEXTS.busyHere(chat.name)}
                </span>
              ))}
            {member.barred && !member.disabled && (
              <span className={mergeClasses(styles.quiet, styles.number, styles.problem)}>{member.barred}</span>
            )}
            {showsOptOuts && member.optedOut && (
              <span className={mergeClasses(styles.quiet, styles.number, styles.problem)}>
                {DETAILS_TEXTS.optedOut}
              </span>
            )}
          </span>
          <span className={styles.quiet}>{roleLabel(member.role)}</span>
          <Button
            appearance="subtle"
            size="small"
            icon={<DismissRegular />}
            aria-label={CHAT_FORM_TEXTS.remove(member.name)}
            disabled={disabled}
            onClick={() => onRemove(member)}
          />
        </li>
      ))}
    </ul>
  )
}
