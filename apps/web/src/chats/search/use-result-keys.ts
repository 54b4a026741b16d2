import { useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { itemByKey } from '../../ui/index.ts'

const PAGE_ROWS = 10
const ROWS = 'a[data-row]'

type Options = {
  isExpanded: boolean
  /** Called on Escape, and on Up in the first row. */
  onLeave: () => void
}

/** Makes all results one Tab stop, with arrow keys between them. If its result disappears, it moves to the first chat. */
export function useResultKeys(chatRows: readonly string[], { isExpanded, onLeave }: Options) {
  const [chosen, setChosen] = useState<string | null>(null)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROWS)]
    const from = rows.findIndex((row) => row === (event.target as HTMLElement).closest(ROWS))
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && from === 0)) {
      event.preventDefault()
      onLeave()
      return
    }
    const to = from < 0 ? null : itemByKey(event.key, { from, count: rows.length, page: PAGE_ROWS })
    if (to === null) return
    event.preventDefault()
    rows[to]?.focus()
  }

  function onFocus(event: FocusEvent) {
    const row = (event.target as HTMLElement).closest<HTMLElement>(ROWS)?.dataset.row
    if (row !== undefined) setChosen(row)
  }

  // Rows of an expanded chat are not in `chatRows`.
  const isThere = chosen !== null && (isExpanded || chatRows.includes(chosen))
  return { stop: isThere ? chosen : (chatRows[0] ?? null), onKeyDown, onFocus }
}
