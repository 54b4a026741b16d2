import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { PlaceHoldModalProps } from './place-hold-modal.tsx'

export const placeHoldModal: ModalDefinition<PlaceHoldModalProps> = {
  name: 'PlaceLegalHold',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./place-hold-modal.tsx')).PlaceHoldModal),
}
