import type { LegalHold } from '@partyline/contract'
import { ApiError } from '../platform/api-error.ts'
import { useApi } from '../platform/platform-context.tsx'
import { confirmationModal, openModal, showToast } from '../ui/index.ts'
import { useLegalHoldsChanged } from './legal-holds-queries.ts'
import { HOLD_TEXTS as TEXTS } from './legal-holds-texts.ts'

/** Releases a legal hold after confirmation. */
export function useReleaseHold(): (hold: LegalHold) => void {
  const api = useApi()
  const changed = useLegalHoldsChanged()

  async function release(legalHoldId: LegalHold['id']) {
    try {
      await api.call('legalHolds.release', { params: { legalHoldId } })
    } catch (error) {
      // Someone else has released it.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
    await changed()
    showToast({ kind: 'done', text: TEXTS.released })
  }

  return ({ id, chatId, name, reason }) =>
    openModal(confirmationModal, {
      title: TEXTS.releaseTitle,
      message: TEXTS.releaseAbout(chatId === null ? 'contact' : 'chat', name),
      ...(reason && { footer: TEXTS.reasonWas(reason) }),
      confirmLabel: TEXTS.releaseConfirm,
      busyLabel: TEXTS.releasing,
      danger: true,
      onConfirm: () => release(id),
    })
}
