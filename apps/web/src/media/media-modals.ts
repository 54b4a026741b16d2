import { later } from '../platform/later.ts'
import type { ModalDefinition } from '../ui/index.ts'
import type { ImageModalProps } from './image-modal.tsx'

export const imageModal: ModalDefinition<ImageModalProps> = {
  name: 'Image',
  size: 'full',
  load: later(async () => (await import('./image-modal.tsx')).ImageModal),
}
