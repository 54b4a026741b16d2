import { Button, mergeClasses } from '@fluentui/react-components'
import { useLayoutEffect, useRef } from 'react'
import { useTimes } from '../../platform/platform-context.tsx'
import type { Times } from '../../platform/times.ts'
import { Avatar } from '../../ui/index.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import type { DeliveryRow } from './delivery-rows.ts'
import { useDeliveryStyles } from './delivery.styles.ts'
import type { DeliveryActions, useDeliveryActions } from './use-delivery-actions.ts'

type Props = { row: DeliveryRow; actions: DeliveryActions | null } & Pick<
  ReturnType<typeof useDeliveryActions>,
  'busy' | 'run'
>

/** A message's delivery to one member, with actions. */
export function DeliveryItem({ row, actions, busy, run }: Props) {
  const styles = useDeliveryStyles()
  const times = useTimes()
  const { memberId, member, updatedOn } = row
  const mine = busy?.memberId === memberId ? busy.what : null
  // The button stays while it works, although the status may change.
  const offersAgain = actions !== null && (row.repeatable || mine === 'sendAgain')
  const offersSent = actions !== null && (row.unknown || mine === 'markSent')
  const item = useRef<HTMLLIElement>(null)

  // A row never gets lower: the modal is centered, and would move under the pointer.
  useLayoutEffect(() => {
    if (item.current) item.current.style.minHeight = getComputedStyle(item.current).height
  })
  return (
    <li ref={item} className={styles.item}>
      <Avatar person={member} size={32} />
      <bdi className={styles.name}>{member.name}</bdi>
      <span className={styles.status}>
        <span className={mergeClasses(row.failed && styles.failed)}>{row.statusText}</span>
        {row.reason && <span className={styles.quiet}>{row.reason}</span>}
        {row.unknown && offersAgain && <span className={styles.quiet}>{DETAILS_TEXTS.mayArriveTwice}</span>}
        {updatedOn && (
          <time className={styles.quiet} dateTime={updatedOn} title={times.full(updatedOn)}>
            {dayAndClock(updatedOn, times)}
          </time>
        )}
      </span>
      {(offersAgain || offersSent) && (
        <span className={styles.actions}>
          {offersSent && (
            <ActionButton
              label={mine === 'markSent' ? DETAILS_TEXTS.markingSent : DETAILS_TEXTS.markSent}
              disabled={busy !== null}
              onClick={() =>
                void run(
                  { what: 'markSent', memberId },
                  () => actions.markSent(memberId),
                  DETAILS_TEXTS.markedSent(member.name),
                )
              }
            />
          )}
          {offersAgain && (
            <ActionButton
              label={mine === 'sendAgain' ? DETAILS_TEXTS.sendingAgain : DETAILS_TEXTS.sendAgain}
              disabled={busy !== null}
              onClick={() =>
                void run(
                  { what: 'sendAgain', memberId },
                  () => actions.sendAgain(memberId),
                  DETAILS_TEXTS.queuedAgain(member.name),
                )
              }
            />
          )}
        </span>
      )}
    </li>
  )
}

/** `9:41 AM` today, otherwise with its day: `Thu, 9:41 AM`. */
function dayAndClock(instant: string, { short, clock }: Times): string {
  return short(instant) === clock(instant) ? clock(instant) : `${short(instant)}, ${clock(instant)}`
}

function ActionButton({ label, disabled, onClick }: { label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button size="small" disabledFocusable={disabled} onClick={onClick}>
      {label}
    </Button>
  )
}
