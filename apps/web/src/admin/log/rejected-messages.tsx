import type { RejectedMessage } from '@partyline/contract'
import { usePhoneFormat } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { Card, EmptyState, Loaded } from '../../ui/index.ts'
import { REJECTED_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Clock, Days } from './days.tsx'
import { rejectedQuery, useTenant } from '../../settings/index.ts'

/** Inbound texts that went into no chat, and what to do about each. */
export function RejectedMessages() {
  const api = useApi()
  const format = usePhoneFormat(useTenant().defaultCountry)
  return (
    <Card title={REJECTED_TEXTS.title} about={REJECTED_TEXTS.about}>
      <Loaded query={rejectedQuery(api)}>
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState title={REJECTED_TEXTS.emptyTitle} text={REJECTED_TEXTS.emptyText} />
          ) : (
            <Days items={messages} at={({ receivedOn }) => receivedOn}>
              {(message) => (
                <Rejected key={`${message.receivedOn} ${message.from}`} message={message} format={format} />
              )}
            </Days>
          )
        }
      </Loaded>
    </Card>
  )
}

function Rejected({ message, format }: { message: RejectedMessage; format: PhoneFormat }) {
  const styles = useAdminStyles()
  const { from, to, text, receivedOn, reason } = message
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        {text || REJECTED_TEXTS.noText}
        <span className={styles.itemDetail}>
          {REJECTED_TEXTS.way(format(from), format(to))} · <Clock at={receivedOn} />
        </span>
        <span className={styles.itemDetail}>{REJECTED_TEXTS.reasons[reason]}</span>
      </span>
    </li>
  )
}
