import type { Chat } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { useTimes } from '../../platform/platform-context.tsx'
import { ONE_PANE } from '../../ui/index.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'
import { useTriage } from './use-triage.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '32px',
    padding: `0 ${tokens.spacingHorizontalXL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [`@media ${ONE_PANE}`]: { padding: `0 ${tokens.spacingHorizontalM}` },
  },
  icon: { flexShrink: 0, fontSize: '16px' },
  button: { minWidth: 0, color: tokens.colorBrandForegroundLink },
})

/** Below the header: that the chat is done, or until when it is snoozed. */
export function StateBar({ chat: { id, state, snoozedUntil } }: { chat: Pick<Chat, 'id' | 'state' | 'snoozedUntil'> }) {
  const styles = useStyles()
  const times = useTimes()
  const actions = useTriage()
  const isSnoozed = state === 'snoozed' && snoozedUntil !== null
  const Icon = isSnoozed ? ClockRegular : CheckmarkCircleRegular
  return (
    <div className={styles.bar}>
      <Icon className={styles.icon} aria-hidden />
      <span title={isSnoozed ? times.full(snoozedUntil) : undefined}>
        {isSnoozed ? TRIAGE_TEXTS.snoozed(times.until(snoozedUntil)) : TRIAGE_TEXTS.done}
      </span>
      <Button
        className={styles.button}
        data-reopen
        appearance="transparent"
        size="small"
        onClick={({ currentTarget }) => actions.reopen(id, { anchor: currentTarget, opener: currentTarget })}
      >
        {TRIAGE_TEXTS.reopen}
      </Button>
    </div>
  )
}
