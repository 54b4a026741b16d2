import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/platform-context.tsx'
import { useConsent } from '../../setup/index.ts'
import { TENANT_TEXTS } from '../admin-texts.ts'
import { consentedQuery, useTenant } from '../../settings/index.ts'
import { Card, StatusLine } from '../../ui/index.ts'

/** Whether the directory has consented, and a button to do it. */
export function Consent() {
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
        <>
          <StatusLine isWell={false}>{TENANT_TEXTS.consentUnknown}</StatusLine>
          <div>
            <Button onClick={() => void refetch()}>{TENANT_TEXTS.retry}</Button>
          </div>
        </>
      )}
      {consented !== undefined && (
        <StatusLine isWell={consented}>{consented ? TENANT_TEXTS.consented : TENANT_TEXTS.notConsented}</StatusLine>
      )}
    </Card>
  )
}
