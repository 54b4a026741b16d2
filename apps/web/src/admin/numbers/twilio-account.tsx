import { Button, Link, mergeClasses } from '@fluentui/react-components'
import { Card, confirmationModal, openModal, showToast } from '../../ui/index.ts'
import { twilioSettingsModal } from '../admin-modals.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** The connected Twilio account. */
export function Account() {
  const styles = useAdminStyles()
  const refresh = useRefreshAccount()
  const { accountSid, twilioUrl } = useTenant()

  return (
    <Card title={PROVIDER_TEXTS.accountTitle}>
      {accountSid === null ? (
        <p className={styles.fact}>{PROVIDER_TEXTS.none}</p>
      ) : (
        <dl className={mergeClasses(styles.row, styles.fact)}>
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
        <Link className={styles.link} href={twilioUrl} target="_blank" rel="noreferrer">
          {PROVIDER_TEXTS.console}
        </Link>
      </div>
    </Card>
  )
}

/** Asks for confirmation, then updates the account's numbers from Twilio. */
export function useRefreshAccount(): () => void {
  const api = useApi()
  const changed = useTenantChanged()
  return () =>
    openModal(confirmationModal, {
      title: PROVIDER_TEXTS.refresh,
      message: PROVIDER_TEXTS.refreshMessage,
      confirmLabel: PROVIDER_TEXTS.refreshConfirm,
      busyLabel: PROVIDER_TEXTS.refreshing,
      onConfirm: async () => {
        changed(await api.call('settings.updateTwilioAccount', { body: { justRefreshExisting: true } }))
        showToast({ kind: 'done', text: PROVIDER_TEXTS.refreshed })
      },
    })
}
