import { optionalChunk } from '../../platform/chunks.ts'
import { lazyMenuButton } from '../transcript/menu-button.tsx'

/** The button of a note's menu. */
export const NoteMenuButton = lazyMenuButton(optionalChunk(async () => (await import('./note-menu.tsx')).NoteMenu))
