import type { RejectedMessage } from '@partyline/contract'
import { usePhoneFormat } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { EmptyState } from '../../ui/index.ts'
import { REJECTED_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { Loaded } from '../parts/loading-states.tsx'
import { rejectedQuery, useTenant } from '../../settings/index.ts'

/** Inbound texts that went into no chat, and what to do about each. */
export function RejectedMessages() {
  const styles = useAdminStyles()
  const api = useApi()
  const format = usePhoneFormat(useTenant().defaultCountry)
  return (
    <Card title={REJECTED_TEXTS.title} about={REJECTED_TEXTS.about}>
      <Loaded query={rejectedQuery(api)}>
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState title={REJECTED_TEXTS.emptyTitle} text={REJECTED_TEXTS.emptyText} />
          ) : (
            <ul className={styles.list} aria-label={REJECTED_TEXTS.title}>
              {messages.map((message) => (
                <Rejected key={`${message.receivedOn} ${message.from}`} message={message} format={format} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function Rejected({ message, format }: { message: RejectedMessage; format: PhoneFormat }) {
  const styles = useAdminStyles()
  const times = useTimes()
  const { from, to, text, receivedOn, reason } = message
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        {text || REJECTED_TEXTS.noText}
        <span className={styles.itemDetail}>
          {REJECTED_TEXTS.way(format(from), format(to))} · <time dateTime={receivedOn}>{times.full(receivedOn)}</time>
        </span>
        <span className={styles.itemDetail}>{REJECTED_TEXTS.reasons[reason]}</span>
      </span>
    </li>
  )
}
