import type { ChatId, MemberId, Note, NoteId } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { ChatCaches } from './chat-caches.ts'
import { isMentioned } from './note-pages.ts'

type Parts = { api: Api; caches: ChatCaches; me: MemberId; chatId: ChatId }

/**
 * Reports the mentions of this person in notes on screen as seen, each once: first in the caches, then to the server. They
 * count only while the chat is in front.
 */
export function createMentionTracker({ api, caches, me, chatId }: Parts) {
  let isInFront = false
  /** The loaded notes that mention this person, oldest first. */
  let mentions: readonly NoteId[] = []
  let onScreen: ReadonlySet<NoteId> = new Set()
  const reported = new Set<NoteId>()

  function report() {
    const mentionCount = caches.opened(chatId)?.mentionCount ?? 0
    if (!isInFront || mentionCount === 0) return
    const waiting = mentions.filter((id) => !reported.has(id))
    const seen = waiting.filter((id) => onScreen.has(id)).slice(-PAGE.maxNotes)
    if (seen.length === 0) return
    for (const id of seen) reported.add(id)
    // Which ones are new is known to the server only. They are probably the newest; its event corrects the count.
    const isNew = new Set(waiting.slice(-mentionCount))
    caches.setMentions(chatId, mentionCount - seen.filter((id) => isNew.has(id)).length)
    void view(seen)
  }

  async function view(noteIds: NoteId[]) {
    try {
      await api.call('notes.view', { params: { chatId }, body: { noteIds } })
    } catch {
      // The next response for this chat restores the count, and with it the report.
      for (const id of noteIds) reported.delete(id)
    }
  }

  return {
    setInFront(inFront: boolean) {
      isInFront = inFront
      report()
    },
    setOnScreen(ids: readonly NoteId[]) {
      onScreen = new Set(ids)
      report()
    },
    /** Call when the notes or the count may have changed. */
    changed(notes: readonly Note[]) {
      mentions = notes.filter((note) => isMentioned(note, me)).map(({ id }) => id)
      report()
    },
  }
}
