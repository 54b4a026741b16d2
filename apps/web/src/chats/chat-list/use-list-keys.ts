import type { ChatId, ChatListItem } from '@partyline/contract'
import { useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { itemByKey, useRowFocus } from '../../ui/index.ts'
import type { FixedListHandle } from '../../ui/index.ts'

type Parts = {
  items: readonly ChatListItem[]
  openedId: ChatId | null
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<FixedListHandle | null>
}

const PAGE_ROWS = 10
/** At least the height of what is below the last item, which is revealed together with it. */
const LIST_END_PX = 100

/** Makes the list one Tab stop, with arrow keys between chats. It starts at the opened one. */
export function useListKeys({ items, openedId, scroller, list }: Parts) {
  const [chosen, setChosen] = useState<ChatId | null>(null)
  const focusRow = useRowFocus(scroller)
  const stopIndex = indexOfFirst(items, [chosen, openedId])

  /** Returns the chat that the key moved to. */
  function onKeyDown(event: KeyboardEvent): ChatId | undefined {
    const to = itemByKey(event.key, { from: stopIndex, count: items.length, page: PAGE_ROWS })
    const item = to === null ? undefined : items[to]
    if (to === null || item === undefined) return undefined
    event.preventDefault()
    list.current?.show(to, to === items.length - 1 ? LIST_END_PX : 0)
    setChosen(item.id)
    focusRow(`[data-chat="${item.id}"]`)
    return item.id
  }

  function onFocus(event: FocusEvent) {
    const chat = (event.target as HTMLElement).closest<HTMLElement>('[data-chat]')?.dataset.chat
    if (chat) setChosen(chat as ChatId)
  }

  return { stopIndex, onKeyDown, onFocus }
}

function indexOfFirst(items: readonly ChatListItem[], wanted: readonly (ChatId | null)[]): number {
  for (const chatId of wanted) {
    const index = chatId === null ? -1 : items.findIndex(({ id }) => id === chatId)
    if (index >= 0) return index
  }
  return 0
}
