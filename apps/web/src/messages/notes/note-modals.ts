import { lazyChunk } from '../../platform/chunks.ts'
import type { ModalDefinition } from '../../ui/index.ts'
import type { EditNoteModalProps } from './edit-note-modal.tsx'
import type { NoteHistoryModalProps } from './note-history-modal.tsx'

export const editNoteModal: ModalDefinition<EditNoteModalProps> = {
  name: 'EditNote',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./edit-note-modal.tsx')).EditNoteModal),
}

export const noteHistoryModal: ModalDefinition<NoteHistoryModalProps> = {
  name: 'NoteHistory',
  size: 'narrow',
  load: lazyChunk(async () => (await import('./note-history-modal.tsx')).NoteHistoryModal),
}
