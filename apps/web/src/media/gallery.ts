import type { File } from '@partyline/contract'
import { createContext, useContext } from 'react'
import { openModal } from '../ui/index.ts'
import { imageModal } from './media-modals.ts'

/** A picture of a chat, and the message that it belongs to. */
export type GalleryPicture = { file: File; sentBy: string; sentOn: string }

/** Reads the pictures of the loaded messages, oldest first. */
export const Gallery = createContext<() => readonly GalleryPicture[]>(() => [])

/** Opens the viewer at a picture; the arrows lead to the others of the gallery. */
export function useOpenPicture(): (file: File) => void {
  const read = useContext(Gallery)
  return (file) => {
    const pictures = read()
    const at = pictures.findIndex((picture) => picture.file.id === file.id)
    if (at >= 0) openModal(imageModal, { pictures, at })
  }
}
