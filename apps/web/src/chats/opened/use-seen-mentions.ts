import type { Note, NoteId } from '@partyline/contract'
import { useCallback, useEffect, useState } from 'react'
import { createMentionTracker } from '../../core/chats/mention-tracker.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { afterPaint } from '../../platform/after-paint.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'

type Parts = {
  chat: Pick<OpenedChat, 'id' | 'mentionCount'>
  /** The notes during the time of the messages on screen; null until they are loaded. */
  notes: readonly Note[] | null
  inView: boolean
}

/** Marks mentions of this person as seen. Returns a callback for the notes on screen. */
export function useSeenMentions({ chat: { id: chatId, mentionCount }, notes, inView }: Parts) {
  const api = useApi()
  const { caches, me } = useChatClient()
  const [tracker] = useState(() => createMentionTracker({ api, caches, me, chatId }))

  useEffect(() => {
    if (!inView) return undefined
    // After painting, as for messages: only what was seen counts.
    const cancel = afterPaint(() => tracker.setInFront(true))
    return () => {
      cancel()
      tracker.setInFront(false)
    }
  }, [tracker, inView])

  useEffect(() => {
    if (mentionCount > 0 && notes !== null) tracker.changed(notes)
  }, [tracker, mentionCount, notes])

  return useCallback((ids: readonly NoteId[]) => tracker.setOnScreen(ids), [tracker])
}
