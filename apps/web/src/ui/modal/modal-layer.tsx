import { useFocusFinders } from '@fluentui/react-components'
import { ModalSurface } from './modal-surface.tsx'
import type { OpenedModal } from './modals.ts'

/**
 * The open modals, on top of each other. It stays when all are closed: Fluent's focus management lives as long as
 * somebody uses it, and it gives the page back to screen readers only a moment after the last modal has gone.
 */
export function ModalLayer({ opened }: { opened: readonly OpenedModal[] }) {
  useFocusFinders()
  return opened.map((modal, at) => <ModalSurface key={modal.key} modal={modal} shown={at === opened.length - 1} />)
}
