import type { FoundNote } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foundNotesQuery } from '../../core/chats/note-queries.ts'
import type { NoteFilters } from '../../core/chats/search-filters.ts'
import { useApi } from '../../platform/platform-context.tsx'

const NONE: readonly FoundNote[] = []

/** The notes that a search found, newest first. Null filters: no note can match, so don't search. */
export function useFoundNotes(term: string, filters: NoteFilters | null) {
  const found = useInfiniteQuery(foundNotesQuery(useApi(), filters && { ...filters, term }))
  const pages = found.data?.pages
  const notes = useMemo(() => pages?.flatMap((page) => page.notes) ?? NONE, [pages])
  return { found, notes, isSearched: filters !== null, isReady: !found.isLoading && !found.isPlaceholderData }
}

/** Distinguishes the row of a note from those of chats and messages. */
export const noteRow = ({ noteId }: Pick<FoundNote, 'noteId'>) => `note:${noteId}`
