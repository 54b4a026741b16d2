import { lazyChunk } from '../../platform/chunks.ts'
import type { ConfirmationProps } from './confirmation.tsx'
import type { ErrorModalProps } from './error-modal.tsx'
import type { ModalDefinition } from './modals.ts'

export const confirmationModal: ModalDefinition<ConfirmationProps> = {
  name: 'Confirmation',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./confirmation.tsx')).Confirmation, { soon: true }),
}

export const errorModal: ModalDefinition<ErrorModalProps> = {
  name: 'Error',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./error-modal.tsx')).ErrorModal, { soon: true }),
}
