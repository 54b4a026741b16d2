import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { DeliveryStatusModalProps } from './delivery/delivery-status-modal.tsx'
import type { SendLaterModalProps } from './send-later/send-later-modal.tsx'

export const deliveryStatusModal: ModalDefinition<DeliveryStatusModalProps> = {
  name: 'MessageDeliveryStatus',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./delivery/delivery-status-modal.tsx')).DeliveryStatusModal, {
    soon: true,
  }),
}

export const sendLaterModal: ModalDefinition<SendLaterModalProps> = {
  name: 'SendLater',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./send-later/send-later-modal.tsx')).SendLaterModal),
}
