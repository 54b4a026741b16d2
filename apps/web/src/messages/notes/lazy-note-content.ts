import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'

/** Loaded before the first note is shown, so that its row has its final height. */
export const loadNoteContent = optionalChunk(async () => (await import('./note-content.tsx')).NoteContent)

export const NoteContent = lazyComponent(loadNoteContent)
