import type { LegalHold } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { GavelRegular } from '@fluentui/react-icons/svg/gavel'
import { useTimes } from '../platform/platform-context.tsx'
import { HOLD_TEXTS } from './legal-holds-texts.ts'

const useStyles = makeStyles({
  note: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, fontSize: '20px' },
  words: { minWidth: 0 },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  detail: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'pre-line',
  },
})

type Props = { hold: LegalHold; title?: string }

/** Says that a chat or a contact is on legal hold, and why. */
export function HoldNote({ hold: { contactId, name, reason, placedBy, placedOn }, title }: Props) {
  const styles = useStyles()
  const times = useTimes()
  return (
    <div className={styles.note}>
      <GavelRegular className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{title ?? (contactId === null ? HOLD_TEXTS.chat : HOLD_TEXTS.contact(name))}</p>
        {reason && (
          <p className={styles.detail} dir="auto">
            {reason}
          </p>
        )}
        <p className={styles.detail}>{HOLD_TEXTS.placed(placedBy, times.longDate(placedOn))}</p>
      </div>
    </div>
  )
}
