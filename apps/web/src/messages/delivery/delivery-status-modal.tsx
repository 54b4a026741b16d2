import { Button } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { FormErrorPanel, ModalBody, useModal } from '../../ui/index.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { DeliveryItem } from './delivery-item.tsx'
import { deliveryRows } from './delivery-rows.ts'
import { useDeliveryStyles } from './delivery.styles.ts'
import { useLiveMessage } from './live-message.ts'
import type { LiveMessage } from './live-message.ts'
import { useDeliveryActions } from './use-delivery-actions.ts'
import type { DeliveryActions } from './use-delivery-actions.ts'

export type DeliveryStatusModalProps = {
  live: LiveMessage
  /** Null if the person may not write in the chat. */
  actions: DeliveryActions | null
}

/** A message's delivery to each enabled member, updated live, with actions for failed ones. */
export function DeliveryStatusModal({ live, actions }: DeliveryStatusModalProps) {
  const styles = useDeliveryStyles()
  const modal = useModal()
  const { message, members } = useLiveMessage(live)
  const { busy, failure, run } = useDeliveryActions()
  const rows = message ? deliveryRows(message, members) : []
  // Unknown deliveries may have arrived: each needs its own decision.
  const repeatable = actions === null ? 0 : rows.filter((row) => row.repeatable && !row.unknown).length
  const isRepeatingAll = busy?.what === 'sendFailedAgain'
  const close = useRef<HTMLButtonElement>(null)

  // The button with the focus disappears when it is done.
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus()
  })

  const buttons = (
    <>
      {actions !== null && (repeatable > 1 || isRepeatingAll) && (
        <Button
          disabledFocusable={busy !== null}
          onClick={() =>
            void run(
              { what: 'sendFailedAgain', memberId: null },
              actions.sendFailedAgain,
              DETAILS_TEXTS.failedQueuedAgain(repeatable),
            )
          }
        >
          {isRepeatingAll ? DETAILS_TEXTS.sendingAgain : DETAILS_TEXTS.sendFailedAgain(repeatable)}
        </Button>
      )}
      <Button ref={close} onClick={modal.close}>
        {DETAILS_TEXTS.close}
      </Button>
    </>
  )
  return (
    <ModalBody title={DETAILS_TEXTS.title} actions={buttons}>
      {message ? (
        <>
          {message.recovered && <p className={styles.note}>{DETAILS_TEXTS.recovered}</p>}
          {message.missingMedia > 0 && <p className={styles.note}>{STATUS_TEXTS.missingMedia(message.missingMedia)}</p>}
          <ul className={styles.list}>
            {rows.map((row) => (
              <DeliveryItem key={row.memberId} row={row} actions={actions} busy={busy} run={run} />
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.note}>{DETAILS_TEXTS.gone}</p>
      )}
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}
