import type { DiagnosticsCheck, DiagnosticsFix } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useGo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { useConsent } from '../../setup/index.ts'
import { announce, confirmationModal, openModal } from '../../ui/index.ts'
import { assignedUsersModal, twilioSettingsModal } from '../admin-modals.ts'
import { ADMIN_PAGES } from '../../platform/admin-pages.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { DIAGNOSTICS_TEXTS } from './diagnostics-texts.ts'
import { useDiagnosticsStyles } from './diagnostics.styles.ts'

/** Fixes a finding, in the same way as the other pages. */
export function FixButton({ check, onFixed }: { check: DiagnosticsCheck; onFixed: () => void }) {
  const styles = useDiagnosticsStyles()
  const api = useApi()
  const consent = useConsent()
  const go = useGo()
  const changed = useTenantChanged()
  const { consentUrl, twilioNumbers } = useTenant()
  const { fix, number } = check
  if (!fix) return null

  function done() {
    announce(DIAGNOSTICS_TEXTS.fixed)
    onFixed()
  }
  const fixes: Record<DiagnosticsFix, () => void> = {
    enterAccount: () => openModal(twilioSettingsModal, { onSaved: done }),
    openNumbers: () => go(ADMIN_PAGES.numbers.path),
    refreshNumbers: () =>
      openModal(confirmationModal, {
        title: PROVIDER_TEXTS.refresh,
        message: PROVIDER_TEXTS.refreshMessage,
        confirmLabel: PROVIDER_TEXTS.refreshConfirm,
        busyLabel: PROVIDER_TEXTS.refreshing,
        onConfirm: async () => {
          changed(await api.call('settings.updateTwilioAccount', { body: { justRefreshExisting: true } }))
          done()
        },
      }),
    useNumber: () =>
      openModal(confirmationModal, {
        title: DIAGNOSTICS_TEXTS.pointTitle,
        message: DIAGNOSTICS_TEXTS.pointMessage(number?.name ?? ''),
        footer: check.found,
        confirmLabel: fix.label,
        busyLabel: DIAGNOSTICS_TEXTS.pointing,
        onConfirm: async () => {
          const params = { numberId: number?.id ?? '' }
          changed(await api.call('settings.updateTwilioNumber', { params, body: { useNumber: true, force: true } }))
          done()
        },
      }),
    assignUsers: () => {
      const settings = twilioNumbers.find(({ id }) => id === number?.id)
      if (settings) openModal(assignedUsersModal, { number: settings, onSaved: done })
    },
    consent: () => void consent(consentUrl).then(onFixed),
  }
  return (
    <Button
      className={styles.fix}
      aria-label={number ? `${fix.label}: ${number.name}` : undefined}
      onClick={fixes[fix.kind]}
    >
      {fix.label}
    </Button>
  )
}
