import { useFocusFinders } from '@fluentui/react-components'
import { ModalSurface } from './modal-surface.tsx'
import type { OpenedModal } from './modals.ts'

/**
 * The stack of open modals. It stays mounted when all are closed: Fluent restores the page for screen readers a moment after
 * the last modal, and needs a user of its focus management until then.
 */
export function ModalLayer({ opened }: { opened: readonly OpenedModal[] }) {
  useFocusFinders()
  return opened.map((modal, at) => <ModalSurface key={modal.key} modal={modal} shown={at === opened.length - 1} />)
}
