import type { DoctorCheck, DoctorMend } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useGo } from '../../platform/navigation.tsx'
import { useApi } from '../../platform/platform-context.tsx'
import { useTenant, useTenantChanged } from '../../settings/index.ts'
import { useConsent } from '../../setup/index.ts'
import { announce, confirmationModal, openModal } from '../../ui/index.ts'
import { assignedUsersModal, twilioSettingsModal } from '../admin-modals.ts'
import { ADMIN_PATHS } from '../admin-sections.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'
import { DOCTOR_TEXTS } from './doctor-page-texts.ts'
import { useDoctorStyles } from './doctor.styles.ts'

/** Does what the check advises, as the settings themselves do it. */
export function MendButton({ check, onMended }: { check: DoctorCheck; onMended: () => void }) {
  const styles = useDoctorStyles()
  const api = useApi()
  const consent = useConsent()
  const go = useGo()
  const changed = useTenantChanged()
  const { consentUrl, twilioNumbers } = useTenant()
  const { mend, number } = check
  if (!mend) return null

  function done() {
    announce(DOCTOR_TEXTS.mended)
    onMended()
  }
  const mends: Record<DoctorMend, () => void> = {
    enterAccount: () => openModal(twilioSettingsModal, {}),
    openNumbers: () => go(ADMIN_PATHS.numbers),
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
        title: DOCTOR_TEXTS.pointTitle,
        message: DOCTOR_TEXTS.pointMessage(number?.name ?? ''),
        footer: check.found,
        confirmLabel: mend.label,
        busyLabel: DOCTOR_TEXTS.pointing,
        onConfirm: async () => {
          const params = { numberId: number?.id ?? '' }
          changed(await api.call('settings.updateTwilioNumber', { params, body: { useNumber: true, force: true } }))
          done()
        },
      }),
    assignUsers: () => {
      const settings = twilioNumbers.find(({ id }) => id === number?.id)
      if (settings) openModal(assignedUsersModal, { number: settings })
    },
    consent: () => void consent(consentUrl).then(onMended),
  }
  return (
    <Button
      className={styles.mend}
      aria-label={number ? `${mend.label}: ${number.name}` : undefined}
      onClick={mends[mend.kind]}
    >
      {mend.label}
    </Button>
  )
}
