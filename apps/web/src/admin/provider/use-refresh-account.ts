import { useApi } from '../../platform/platform-context.tsx'
import { useTenantChanged } from '../../settings/index.ts'
import { confirmationModal, openModal } from '../../ui/index.ts'
import { PROVIDER_TEXTS } from '../admin-texts.ts'

/** Asks, and then loads the account's numbers again. */
export function useRefreshAccount(): () => void {
  const api = useApi()
  const changed = useTenantChanged()
  return () =>
    openModal(confirmationModal, {
      title: PROVIDER_TEXTS.refresh,
      message: PROVIDER_TEXTS.refreshMessage,
      confirmLabel: PROVIDER_TEXTS.refreshConfirm,
      busyLabel: PROVIDER_TEXTS.refreshing,
      onConfirm: async () =>
        changed(await api.call('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })),
    })
}
