import { MAX_LINES } from '@partyline/contract'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useTenant } from '../../settings/index.ts'
import { Card, EmptyState } from '../../ui/index.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { AccountSending, AskAgain } from '../sending/sending-checks.tsx'
import { NumberCard } from './number-card.tsx'
import { useNumberStyles } from './number.styles.ts'

/** The account's numbers, and which of them chats can text from. */
export function Numbers() {
  const { quiet } = useAdminStyles()
  const styles = useNumberStyles()
  const { accountSid, twilioNumbers, teamsUsers, defaultCountry } = useTenant()
  const format = usePhoneFormat(defaultCountry)
  if (accountSid === null) return null
  return (
    <Card title={PROVIDER_TEXTS.numbersTitle} about={PROVIDER_TEXTS.numbersAbout} action={<AskAgain />}>
      <AccountSending />
      {twilioNumbers.length === 0 ? (
        <EmptyState title={PROVIDER_TEXTS.noNumbersTitle} text={PROVIDER_TEXTS.noNumbersText} />
      ) : (
        <ul className={styles.cards} aria-label={PROVIDER_TEXTS.numbersTitle}>
          {twilioNumbers.map((number) => (
            <NumberCard key={number.id} number={number} users={teamsUsers} format={format} />
          ))}
        </ul>
      )}
      {twilioNumbers.length >= MAX_LINES && <p className={quiet}>{PROVIDER_TEXTS.moreNumbers}</p>}
    </Card>
  )
}
