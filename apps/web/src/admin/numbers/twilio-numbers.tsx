import { MAX_LINES } from '@partyline/contract'
import type { AccountNumber } from '@partyline/contract'
import { Badge, Button, Link, mergeClasses } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons/svg/open'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { usePhoneFormat } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { EmptyState, openModal, useDangerStyles } from '../../ui/index.ts'
import { assignedUsersModal, lineHoursModal, twilioNumberModal } from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { useTenant } from '../../settings/index.ts'
import { hoursSummary } from '../hours/edit-hours.ts'
import { reachesNoOne } from './default-users.ts'

/** The account's numbers, and which of them chats can text from. */
export function Numbers() {
  const styles = useAdminStyles()
  const { accountSid, twilioNumbers, teamsUsers, defaultCountry } = useTenant()
  const format = usePhoneFormat(defaultCountry)
  if (accountSid === null) return null
  return (
    <Card title={PROVIDER_TEXTS.numbersTitle} about={PROVIDER_TEXTS.numbersAbout}>
      {twilioNumbers.length === 0 ? (
        <EmptyState title={PROVIDER_TEXTS.noNumbersTitle} text={PROVIDER_TEXTS.noNumbersText} />
      ) : (
        <ul className={styles.list} aria-label={PROVIDER_TEXTS.numbersTitle}>
          {twilioNumbers.map((number) => (
            <ProviderNumber
              key={number.id}
              number={number}
              isUnanswered={reachesNoOne(number, teamsUsers)}
              format={format}
            />
          ))}
        </ul>
      )}
      {twilioNumbers.length >= MAX_LINES && <p className={styles.quiet}>{PROVIDER_TEXTS.moreNumbers}</p>}
    </Card>
  )
}

type ItemProps = { number: AccountNumber; isUnanswered: boolean; format: PhoneFormat }

function ProviderNumber({ number, isUnanswered, format }: ItemProps) {
  const styles = useAdminStyles()
  const danger = useDangerStyles()
  const { name, disabled, webhookConfigured, assignedUsers, twilioUrl, elsewhere, capabilities, hours } = number
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        {name}
        <span className={styles.itemDetail}>
          {[format(number.number), sends(capabilities), !disabled && PROVIDER_TEXTS.assignedCount(assignedUsers.length)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={styles.itemDetail}>
          {elsewhere ?? (webhookConfigured ? PROVIDER_TEXTS.reaching : PROVIDER_TEXTS.noWebhook)}
        </span>
        {!disabled && hours && <span className={styles.itemDetail}>{hoursSummary(hours)}</span>}
      </span>
      {!disabled && !webhookConfigured && (
        <Badge appearance="tint" color="warning" icon={<WarningRegular />}>
          {PROVIDER_TEXTS.notReaching}
        </Badge>
      )}
      {isUnanswered && (
        <Badge appearance="tint" color="warning" icon={<WarningRegular />}>
          {PROVIDER_TEXTS.reachesNoOne}
        </Badge>
      )}
      <Badge appearance="tint" color={disabled ? 'subtle' : 'success'}>
        {disabled ? PROVIDER_TEXTS.notInUse : PROVIDER_TEXTS.inUse}
      </Badge>
      <div className={styles.itemActions}>
        {!disabled && (
          <Button onClick={() => openModal(lineHoursModal, { number })}>{PROVIDER_TEXTS.hoursAndReplies}</Button>
        )}
        {!disabled && (
          <Button onClick={() => openModal(assignedUsersModal, { number })}>
            {isUnanswered ? PROVIDER_TEXTS.chooseWhoAnswers : PROVIDER_TEXTS.assigned}
          </Button>
        )}
        <Button
          className={mergeClasses(!disabled && danger.quiet)}
          onClick={() => openModal(twilioNumberModal, { number, isBeginning: disabled })}
        >
          {disabled ? PROVIDER_TEXTS.use : PROVIDER_TEXTS.stop}
        </Button>
        <Link
          className={styles.outside}
          href={twilioUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={PROVIDER_TEXTS.openAtTwilio(name)}
        >
          <OpenRegular />
        </Link>
      </div>
    </li>
  )
}

/** The capabilities of a number, according to Twilio. */
function sends({ sms, mms }: AccountNumber['capabilities']): string {
  if (!sms) return PROVIDER_TEXTS.noTexts
  return mms
    ? `${PROVIDER_TEXTS.capabilities.sms}, ${PROVIDER_TEXTS.capabilities.mms}`
    : PROVIDER_TEXTS.capabilities.sms
}
