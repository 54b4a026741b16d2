import { Button, Link } from '@fluentui/react-components'
import { openModal } from '../../ui/index.ts'
import { twilioSettingsModal } from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { useTenant } from '../../settings/index.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Which Twilio account texts go through. */
export function Account() {
  const styles = useAdminStyles()
  const refresh = useRefreshAccount()
  const { accountSid, twilioUrl } = useTenant()

  return (
    <Card title={PROVIDER_TEXTS.accountTitle}>
      {accountSid === null ? (
        <p className={styles.fact}>{PROVIDER_TEXTS.none}</p>
      ) : (
        <dl className={styles.facts}>
          <dt className={styles.quiet}>{PROVIDER_TEXTS.accountSid}</dt>
          <dd className={styles.fact}>{accountSid}</dd>
        </dl>
      )}
      <div className={styles.row}>
        <Button
          appearance={accountSid === null ? 'primary' : 'secondary'}
          onClick={() => openModal(twilioSettingsModal, {})}
        >
          {accountSid === null ? PROVIDER_TEXTS.connect : PROVIDER_TEXTS.change}
        </Button>
        {accountSid !== null && <Button onClick={refresh}>{PROVIDER_TEXTS.refresh}</Button>}
        <Link href={twilioUrl} target="_blank" rel="noreferrer">
          {PROVIDER_TEXTS.dashboard}
        </Link>
      </div>
    </Card>
  )
}
