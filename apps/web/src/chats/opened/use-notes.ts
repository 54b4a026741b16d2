import type { ChatId, Message, Note } from '@partyline/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { notesQuery } from '../../core/chats/chat-queries.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { compareMessages, shownRun } from '../../core/history/history.ts'
import { loadNoteContent } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'

const NOTHING: readonly Note[] = []

/** Fetches notes in parallel with a chat that is not loaded, so that they don't appear after its messages. */
export function usePrefetchNotes(chatId: ChatId): void {
  const api = useApi()
  const client = useQueryClient()
  useEffect(() => {
    void client.prefetchInfiniteQuery(notesQuery({ api, chatId }))
  }, [api, client, chatId])
}

type Notes = {
  /** The notes during the time of the messages on screen, oldest first; null until the first are loaded. */
  notes: readonly Note[] | null
  /** The messages whose notes are loaded, or could not be. */
  messages: readonly Message[]
}

/** Holds back older messages until their notes are loaded: inserted later, notes would shift the screen. */
export function useNotes({ id: chatId, history, deletedBefore = '' }: OpenedChat): Notes {
  const api = useApi()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(notesQuery({ api, chatId }))
  const run = shownRun(history)
  const from = run.hasOlder ? (run.messages[0] ?? null) : null
  const to = history.excerpt === null ? null : (run.messages.at(-1) ?? null)
  const known = useMemo(() => (data ? inOrder(data.pages.flat()) : NOTHING), [data])
  const isEmpty = known.length === 0
  const [isLoaded, setLoaded] = useState(() => loadNoteContent.loaded() !== undefined)
  useEffect(() => {
    if (!isEmpty && !isLoaded) void loadNoteContent().then(() => setLoaded(true))
  }, [isEmpty, isLoaded])
  // From then on, notes that appear are news.
  const [isReady, setReady] = useState(false)
  if (!isReady && (isError || (data && (isEmpty || isLoaded)))) setReady(true)
  const oldest = known[0]
  const reachesBack = from !== null && oldest !== undefined && compareMessages(oldest, from) < 0
  const isBehind = hasNextPage && !isError && !reachesBack

  useEffect(() => {
    if (isBehind && !isFetching) void fetchNextPage()
  }, [isBehind, isFetching, fetchNextPage])

  const notes = useMemo(
    () =>
      known.filter(
        (note) =>
          note.createdOn >= deletedBefore &&
          (from === null || compareMessages(note, from) > 0) &&
          (to === null || compareMessages(note, to) < 0),
      ),
    [known, from, to, deletedBefore],
  )
  const heldFrom = isBehind && to === null && oldest !== undefined ? oldest : null
  const messages = useMemo(() => {
    const later = heldFrom === null ? [] : run.messages.filter((message) => compareMessages(message, heldFrom) > 0)
    return later.length > 0 ? later : run.messages
  }, [run.messages, heldFrom])
  return { notes: isReady ? (isLoaded ? notes : NOTHING) : null, messages }
}

function inOrder(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [note.id, note])).values()].toSorted(compareMessages)
}
