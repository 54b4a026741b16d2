import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { BusyRing, FixedList, VisuallyHidden } from '../../ui/index.ts'
import type { FixedListHandle } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatItem } from './chat-item.tsx'
import { useChatListStyles } from './chat-list.styles.ts'
import { useLineNames } from './line-names.ts'
import { useListSettings } from './list-settings.ts'
import type { Density } from './list-settings.ts'
import { useSelectKeys } from '../selection/use-select-keys.ts'
import { markScrolled } from './scroll-divider.ts'
import type { RowHandlers } from './steady-rows.ts'
import { useListKeys } from './use-list-keys.ts'
import { useMentionNotes } from './use-mention-notes.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { prefetchChat } from '../../core/chats/chat-queries.ts'
import { useChatClient } from '../chat-client-context.ts'

/** The height of an item, in pixels. */
const ITEM_PX: Record<Density, number> = { comfortable: 60, compact: 44 }
/** Loads the next page when fewer items than this are left below. */
const AHEAD_ITEMS = 20

/** The end of the list: nothing more, a next page, or a next page that failed to load. */
export type ListEnd = { state: 'end' | 'more' | 'loading' | 'failed'; load: () => void }

type Props = {
  items: readonly ChatListItem[]
  me: MemberId
  openedId: ChatId | null
  end: ListEnd
  handlers: RowHandlers
  onOpenAgain: () => void
}

/** The virtual list of chats. */
export function ChatItems({ items, me, openedId, end, handlers, onOpenAgain }: Props) {
  const styles = useChatListStyles()
  const [{ view, density }] = useListSettings()
  const lines = useLineNames()
  const notes = useMentionNotes(items, { isWanted: view.filters.includes('mentions') })
  const itemPx = ITEM_PX[density]
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<FixedListHandle>(null)
  const keys = useListKeys({ items, openedId, scroller, list })
  const prefetchOnPress = usePrefetchOnPress()
  const select = useSelectKeys(items)
  const openedIndex = items.findIndex(({ id }) => id === openedId)

  // Opening a chat scrolls to it. If it later moves or enters the list, the scroll position stays.
  const showOpened = useEffectEvent(() => {
    if (openedIndex >= 0) list.current?.show(openedIndex)
  })
  useLayoutEffect(() => {
    if (openedId !== null) showOpened()
  }, [openedId])

  function onLook(last: number) {
    if (end.state === 'more' && last > items.length - AHEAD_ITEMS) end.load()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside */}
      <div
        ref={scroller}
        className={styles.scroller}
        {...handlers}
        onPointerDown={prefetchOnPress}
        onKeyDown={(event) => {
          const from = items[keys.stopIndex]?.id
          const to = keys.onKeyDown(event)
          select.onKeyDown(event, { from, to })
        }}
        onClickCapture={(event) => select.onClick(event, items[keys.stopIndex]?.id)}
        onFocus={keys.onFocus}
        onScroll={markScrolled}
      >
        <FixedList ref={list} items={items} itemPx={itemPx} kept={keys.stopIndex} onLook={onLook}>
          {(item, index) => (
            <ChatItem
              item={item}
              me={me}
              isOpened={item.id === openedId}
              isStop={index === keys.stopIndex}
              onOpen={item.id === openedId ? onOpenAgain : undefined}
              line={view.line === null ? lines?.get(item.numberId) : undefined}
              density={density}
              mention={notes?.get(item.id)}
            />
          )}
        </FixedList>
        {end.state === 'loading' && (
          <div ref={showAtEnd} className={styles.more}>
            <BusyRing />
            <VisuallyHidden>{CHAT_TEXTS.loading}</VisuallyHidden>
          </div>
        )}
        {end.state === 'failed' && (
          <div ref={showAtEnd} className={styles.more}>
            {CHAT_TEXTS.moreFailed}
            <Button size="small" onClick={end.load}>
              {CHAT_TEXTS.retry}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** Keeps the status visible for someone at the end of the list. */
function showAtEnd(foot: HTMLElement | null) {
  const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = foot?.parentElement ?? {}
  const below = scrollHeight - scrollTop - clientHeight
  if (foot && below < ITEM_PX.comfortable + foot.offsetHeight) foot.scrollIntoView({ block: 'nearest' })
}

/** Fetches a chat when the mouse button goes down on it, before the click. */
function usePrefetchOnPress(): (event: PointerEvent) => void {
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChatClient()
  return ({ target, pointerType, button }) => {
    // A finger may be about to scroll, and other buttons open a menu.
    if (pointerType !== 'mouse' || button !== 0) return
    const chat = (target as HTMLElement).closest<HTMLElement>('[data-chat]')?.dataset.chat
    if (chat) prefetchChat({ client, api, caches, chatId: chat as ChatId })
  }
}
