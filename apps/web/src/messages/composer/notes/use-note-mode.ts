import type { ChatId } from '@partyline/contract'
import { useEffect } from 'react'
import type { DraftMode, Drafts, NoteWriting } from '../../../core/drafts.ts'
import { stillMentioned } from '../../../core/notes/mentions.ts'
import { ApiError, ConnectionError, errorText } from '../../../platform/api-error.ts'
import { announce } from '../../../ui/index.ts'
import { isAddable } from '../is-sendable.ts'
import { useDraft } from '../use-draft.ts'
import { NOTE_MODE_TEXTS } from './note-texts.ts'

/** The composer's props for notes. A new chat has none. */
export type NoteTools = {
  /** Whether the person may also send texts. */
  maySendTexts: boolean
  /** Adds a note to the chat. Rejects if it was not added. */
  onAdd: (note: NoteWriting) => Promise<void>
}

type Parts = { chatId: ChatId; drafts: Drafts; notes: NoteTools | undefined }

/** Whether a note is written in the composer, and how it is added. */
export function useNoteMode({ chatId, drafts, notes }: Parts) {
  const mode = useDraft(drafts, chatId, (draft) => draft.mode)
  const isEdited = useDraft(drafts, chatId, (draft) => draft.replaces !== null)
  const isBegun = useDraft(drafts, chatId, ({ text, files }) => text !== '' || files.length > 0)
  const isAdding = useDraft(drafts, chatId, (draft) => draft.isAdding)
  const canAdd = useDraft(drafts, chatId, isAddable)
  const mayOnlyNote = notes !== undefined && !notes.maySendTexts

  // A note that was begun stays a note when the person joins.
  useEffect(() => {
    if (mayOnlyNote && isBegun) drafts.setMode(chatId, 'note')
  }, [drafts, chatId, mayOnlyNote, isBegun])

  function choose(wanted: DraftMode) {
    if (!notes || (mayOnlyNote && wanted === 'text') || !drafts.setMode(chatId, wanted)) return
    announce(wanted === 'note' ? NOTE_MODE_TEXTS.isNote : NOTE_MODE_TEXTS.isText)
  }

  /** In the latest state, which may not be rendered yet. */
  const isNoteNow = () => notes !== undefined && (mayOnlyNote || drafts.of(chatId).mode === 'note')

  return {
    isNote: notes !== undefined && (mayOnlyNote || mode === 'note'),
    isNoteNow,
    isAdding,
    canAdd,
    /** Why the mode can't be changed; null if it can. */
    reason: mayOnlyNote ? NOTE_MODE_TEXTS.joinFirst : isEdited ? NOTE_MODE_TEXTS.editing : null,
    choose,
    toggle: () => choose(isNoteNow() ? 'text' : 'note'),
    async add() {
      if (!notes || !isNoteNow() || !isAddable(drafts.of(chatId))) return
      try {
        const { text: written } = drafts.of(chatId)
        const note = drafts.startNote(chatId, () => crypto.randomUUID())
        await notes.onAdd({ ...note, mentioned: stillMentioned(note.text, note.mentioned) })
        drafts.noteAdded(chatId, written)
        announce(NOTE_MODE_TEXTS.added)
      } catch (error) {
        drafts.noteFailed(chatId, failureText(error))
      }
    },
  }
}

function failureText(error: unknown): string {
  const isAnswered = error instanceof ApiError || (error instanceof ConnectionError && error.cause instanceof ApiError)
  if (error instanceof ConnectionError && !isAnswered) return NOTE_MODE_TEXTS.offline
  return `${NOTE_MODE_TEXTS.failed} ${errorText(error)}`
}
