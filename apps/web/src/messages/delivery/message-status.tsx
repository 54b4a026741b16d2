import type { Member, MemberId } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { CircleRegular } from '@fluentui/react-icons/svg/circle'
import { ClockRegular } from '@fluentui/react-icons/svg/clock'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { EyeRegular } from '@fluentui/react-icons/svg/eye'
import { Suspense } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { deliveryStatusModal } from '../message-modals.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import type { RowActions } from '../transcript/transcript-rows.ts'
import type { TranscriptRow } from '../transcript/transcript-rows.ts'
import { useSummaryStyles } from '../transcript/transcript.styles.ts'
import { deliverySummary } from './delivery-summary.ts'
import type { DeliveryTone } from './delivery-summary.ts'
import { FailureActions } from './failure-actions.tsx'
import { undeliveredOf } from './undelivered.ts'

const HeldStatus = lazyComponent(
  optionalChunk(async () => (await import('../pending/held-status.tsx')).HeldStatus, { soon: true }),
)

const ICONS = {
  waiting: ClockRegular,
  sent: CircleRegular,
  delivered: CheckmarkCircleRegular,
  seen: EyeRegular,
  failed: ErrorCircleRegular,
} as const satisfies Record<DeliveryTone, unknown>

type Props = {
  row: TranscriptRow
  members: readonly Member[]
  me: MemberId
  reachable: boolean
  actions: RowActions
}

/** The line below a message: its delivery, and the actions for it. */
export function MessageStatus({ row, members, me, reachable, actions }: Props) {
  const styles = useSummaryStyles()
  const tabIndex = reachable ? 0 : -1
  const line = mergeClasses(styles.summary, row.side === 'ours' && styles.ours)

  const { outgoing } = row
  if (outgoing?.state.kind === 'failed') {
    const { onRetry, onDiscard } = actions
    return (
      <span className={mergeClasses(line, styles.failed, styles.notSent)}>
        <ErrorCircleRegular className={styles.sign} aria-hidden />
        {MESSAGE_TEXTS.notSent} {outgoing.state.reason}{' '}
        {onRetry && (
          <button type="button" className={styles.action} tabIndex={tabIndex} onClick={() => onRetry(outgoing)}>
            {MESSAGE_TEXTS.tryAgain}
          </button>
        )}{' '}
        <button type="button" className={styles.action} tabIndex={tabIndex} onClick={() => onDiscard(outgoing)}>
          {MESSAGE_TEXTS.discard}
        </button>
      </span>
    )
  }
  if (outgoing !== null) {
    return (
      <span className={line}>
        <ClockRegular className={styles.icon} aria-hidden />
        {outgoing.state.kind === 'stalled' ? MESSAGE_TEXTS.stalled[outgoing.state.reason] : MESSAGE_TEXTS.sending}
      </span>
    )
  }
  if (row.message.pending) {
    const { message, side } = row
    return (
      <Suspense fallback={<span className={line}>{MESSAGE_TEXTS.sending}</span>}>
        <HeldStatus message={message} ours={side === 'ours'} tabIndex={tabIndex} onUndo={actions.undoOf(message)} />
      </Suspense>
    )
  }
  const summary = deliverySummary(row.message, { members, me })
  if (summary === null) return null
  const { failed, unknown, isMarked } = undeliveredOf(row.message, members)
  const isUndelivered = isMarked || failed.length + unknown.length > 0
  const Icon = ICONS[summary.tone]
  const { deliveryActions } = actions
  return (
    <span className={mergeClasses(line, summary.tone === 'failed' && styles.failed)}>
      <button
        type="button"
        className={styles.details}
        tabIndex={tabIndex}
        data-tip={STATUS_TEXTS.details}
        onClick={() => actions.onDetails(row.message)}
        {...loadOnApproach(deliveryStatusModal.load)}
      >
        <Icon className={styles.sign} aria-hidden />
        {summary.text}
      </button>
      {isUndelivered && deliveryActions && (
        <FailureActions
          message={row.message}
          members={members}
          actions={deliveryActions(row.message)}
          tabIndex={tabIndex}
        />
      )}
    </span>
  )
}
