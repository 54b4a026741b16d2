import { loadOnApproach } from '../platform/chunks.ts'
import { openModal } from '../ui/index.ts'
import { placeHoldModal } from './legal-hold-modals.ts'
import { useLegalHold } from './legal-holds-queries.ts'
import type { HoldSubject } from './legal-holds-queries.ts'
import { HOLD_TEXTS } from './legal-holds-texts.ts'
import { useReleaseHold } from './use-release-hold.ts'

/** Places or releases a legal hold: the label of the button or menu item, and its props. */
export function useHoldAction(subject: HoldSubject, name: string) {
  const hold = useLegalHold(subject)
  const release = useReleaseHold()
  if (hold) return { label: HOLD_TEXTS.release, props: { onClick: () => release(hold) } }
  return {
    label: HOLD_TEXTS.place,
    props: { onClick: () => openModal(placeHoldModal, { subject, name }), ...loadOnApproach(placeHoldModal.load) },
  }
}
