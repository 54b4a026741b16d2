import type { ChatId, ChatListItem } from '@partyline/contract'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useSelection } from './selection-context.ts'

/** Selects ranges with Shift, all loaded chats with Ctrl+A, and none with Escape. */
export function useSelectKeys(items: readonly ChatListItem[]) {
  const selection = useSelection()
  const listed = () => items.filter(({ archived }) => !archived).map(({ id }) => id)

  return {
    /** `from` and `to`: the chats between which the key moved the focus. */
    onKeyDown(event: KeyboardEvent, { from, to }: { from: ChatId | undefined; to: ChatId | undefined }) {
      if (selection === null) return
      const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyA'
      if (event.shiftKey && from !== undefined && to !== undefined) selection.extend(listed(), { from, to })
      else if (isAll) selection.select(listed())
      else if (event.key === 'Escape' && selection.current().ids.size > 0) selection.clear()
      else return
      event.preventDefault()
    },
    /** `from`: the chat with the focus. */
    onClick(event: MouseEvent, from: ChatId | undefined) {
      if (selection === null || !event.shiftKey || from === undefined) return
      const row = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-chat]')
      if (!row) return
      // Otherwise the browser opens the link in a window.
      event.preventDefault()
      event.stopPropagation()
      selection.extend(listed(), { from, to: row.dataset.chat as ChatId })
    },
  }
}
