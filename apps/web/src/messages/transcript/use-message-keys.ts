import { useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { itemByKey, useRowFocus } from '../../ui/index.ts'
import type { TranscriptRow } from './transcript-rows.ts'

type Parts = {
  rows: readonly TranscriptRow[]
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
}

/** Makes the transcript one Tab stop, with arrow keys between messages. It starts at the newest. */
export function useMessageKeys({ rows, scroller, list }: Parts) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const focusRow = useRowFocus(scroller)
  const found = activeKey === null ? -1 : rows.findIndex(({ key }) => key === activeKey)
  const activeIndex = found < 0 ? rows.length - 1 : found

  /** Focuses a message. */
  function focus(key: string) {
    setActiveKey(key)
    focusRow(`[data-message="${key}"]`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const onMessage = event.target instanceof HTMLElement && event.target.closest('[data-message]') !== null
    const to = onMessage ? itemByKey(event.key, { from: activeIndex, count: rows.length }) : null
    const row = to === null ? undefined : rows[to]
    if (to === null || row === undefined) return
    event.preventDefault()
    list.current?.scrollToIndex(to, { align: 'nearest' })
    focus(row.key)
  }

  function onFocus(event: FocusEvent) {
    const message = (event.target as HTMLElement).closest<HTMLElement>('[data-message]')
    if (message?.dataset.message) setActiveKey(message.dataset.message)
  }

  return { activeIndex, focus, onKeyDown, onFocus }
}
