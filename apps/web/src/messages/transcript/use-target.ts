import type { MessageId, NoteId } from '@partyline/contract'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { TranscriptRow } from './transcript-rows.ts'

/** How long the target of a jump is highlighted, in milliseconds. */
const MARKED_MS = 2_400

/** The target of a jump, which gets the focus unless it `keepsFocus`; a new object for each jump. */
export type Target = { id: MessageId | NoteId; keepsFocus?: boolean }

type Parts = {
  target: Target | null
  rows: readonly TranscriptRow[]
  goTo: (index: number) => void
  focus: (key: string) => void
}

/** Scrolls to a message or note once its row exists, focuses it, and highlights it for a moment. Returns the highlighted key. */
export function useTarget({ target, rows, goTo, focus }: Parts): string | null {
  const [reached, setReached] = useState<Target | null>(null)
  const [marked, setMarked] = useState<{ key: string; target: Target } | null>(null)
  const index = target === null ? -1 : rows.findIndex(({ note, message }) => (note ?? message).id === target.id)
  const row = rows[index]

  if (target !== null && target !== reached && row !== undefined) {
    setReached(target)
    setMarked({ key: row.key, target })
  }

  useLayoutEffect(() => {
    if (reached === null || row === undefined) return
    goTo(index)
    if (!reached.keepsFocus) focus(row.key)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time somebody asks; then the place is theirs
  }, [reached])

  useEffect(() => {
    if (marked === null) return undefined
    const timer = setTimeout(() => setMarked(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked])

  return marked?.key ?? null
}
