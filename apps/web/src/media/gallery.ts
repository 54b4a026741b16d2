import type { File } from '@partyline/contract'
import type { GalleryPicture, ImageModalProps } from './picture.ts'
import { createContext, useContext } from 'react'
import { openModal } from '../ui/index.ts'
import { lazyChunk } from '../platform/chunks.ts'
import type { ModalDefinition } from '../ui/index.ts'

/** Returns the pictures of the loaded messages, oldest first. */
export const Gallery = createContext<() => readonly GalleryPicture[]>(() => [])

/** Opens a picture in the viewer, whose arrows lead to the others. */
export function useOpenPicture(): (file: File) => void {
  const read = useContext(Gallery)
  return (file) => {
    const pictures = read()
    const at = pictures.findIndex((picture) => picture.file.id === file.id)
    if (at >= 0) openModal(imageModal, { pictures, at })
  }
}

export const imageModal: ModalDefinition<ImageModalProps> = {
  name: 'Image',
  size: 'full',
  load: lazyChunk(async () => (await import('./image-modal.tsx')).ImageModal),
}
