import type { Chat } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { useTimes } from '../../platform/platform-context.tsx'
import { useStateBarStyles } from './state-bar.styles.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'
import { useTriage } from './use-triage.ts'

/** Below the header: that the chat is done, or until when it is snoozed. */
export function StateBar({ chat: { id, state, snoozedUntil } }: { chat: Pick<Chat, 'id' | 'state' | 'snoozedUntil'> }) {
  const styles = useStateBarStyles()
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
