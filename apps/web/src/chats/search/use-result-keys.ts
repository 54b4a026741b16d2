import { useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { itemByKey } from '../../ui/index.ts'

const PAGE_ROWS = 10
const ROWS = 'a[data-row]'

/**
 * Makes all results one stop of the Tab key, with arrows from one to the next. The stop is the first of the chats when
 * its own result is gone.
 */
export function useResultKeys(chatRows: readonly string[], isExpanded: boolean) {
  const [chosen, setChosen] = useState<string | null>(null)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROWS)]
    const from = rows.findIndex((row) => row === (event.target as HTMLElement).closest(ROWS))
    const to = from < 0 ? null : itemByKey(event.key, { from, count: rows.length, page: PAGE_ROWS })
    if (to === null) return
    event.preventDefault()
    rows[to]?.focus()
  }

  function onFocus(event: FocusEvent) {
    const row = (event.target as HTMLElement).closest<HTMLElement>(ROWS)?.dataset.row
    if (row !== undefined) setChosen(row)
  }

  // The messages of an expanded chat are rows that only the chat knows.
  const isThere = chosen !== null && (isExpanded || chatRows.includes(chosen))
  return { stop: isThere ? chosen : (chatRows[0] ?? null), onKeyDown, onFocus }
}
