import { Button, mergeClasses } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { useConsent } from '../../setup/index.ts'
import { TENANT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { consentedQuery, useTenant } from '../../settings/index.ts'

/** Whether the directory has consented, and a button to do it. */
export function Consent() {
  const styles = useAdminStyles()
  const api = useApi()
  const consent = useConsent()
  const { consentUrl } = useTenant()
  const { data: consented, isError, refetch } = useQuery(consentedQuery(api))
  return (
    <Card
      title={TENANT_TEXTS.consentTitle}
      action={
        consented === false && (
          <Button appearance="primary" onClick={() => void consent(consentUrl)}>
            {TENANT_TEXTS.consent}
          </Button>
        )
      }
    >
      {isError && consented === undefined && (
        <div className={styles.result}>
          <WarningRegular className={mergeClasses(styles.toldIcon, styles.issue)} aria-hidden />
          <span role="alert">{TENANT_TEXTS.consentUnknown}</span>
          <Button size="small" onClick={() => void refetch()}>
            {TENANT_TEXTS.retry}
          </Button>
        </div>
      )}
      {consented !== undefined && (
        <div className={styles.result}>
          {consented ? (
            <CheckmarkCircleRegular className={mergeClasses(styles.toldIcon, styles.good)} aria-hidden />
          ) : (
            <WarningRegular className={mergeClasses(styles.toldIcon, styles.issue)} aria-hidden />
          )}
          {consented ? TENANT_TEXTS.consented : TENANT_TEXTS.notConsented}
        </div>
      )}
    </Card>
  )
}
