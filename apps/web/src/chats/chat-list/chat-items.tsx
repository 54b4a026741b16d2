import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useLayoutEffect, useRef } from 'react'
import { BusyRing, FixedList, VisuallyHidden } from '../../ui/index.ts'
import type { FixedListHandle } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatItem } from './chat-item.tsx'
import { useChatListStyles } from './chat-list.styles.ts'
import { useAskAhead } from './use-ask-ahead.ts'
import { useListKeys } from './use-list-keys.ts'

/** The height of an item, in pixels. */
const ITEM_PX = 60
/** The next page is asked for when so few items are left below. */
const AHEAD_ITEMS = 20

/** What is below the last item: the end, more to come, or more that failed to come. */
export type ListEnd = { state: 'end' | 'more' | 'loading' | 'failed'; load: () => void }

type Props = {
  items: readonly ChatListItem[]
  me: MemberId
  term: string
  openedId: ChatId | null
  end: ListEnd
  onOpenAgain: () => void
}

/** The chats themselves: only those in sight are in the page, however many there are. */
export function ChatItems({ items, me, term, openedId, end, onOpenAgain }: Props) {
  const styles = useChatListStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<FixedListHandle>(null)
  const keys = useListKeys({ items, openedId, scroller, list })
  const askAhead = useAskAhead()
  const openedIndex = items.findIndex(({ id }) => id === openedId)

  // The opened chat is in sight when it is opened; where it moves afterwards, the person's place stays.
  const shownId = useRef<ChatId | null>(null)
  useLayoutEffect(() => {
    if (openedIndex < 0 || shownId.current === openedId) return
    shownId.current = openedId
    list.current?.show(openedIndex)
  }, [openedId, openedIndex])

  function onLook(last: number) {
    if (end.state === 'more' && last > items.length - AHEAD_ITEMS) end.load()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the links inside */}
      <div
        ref={scroller}
        className={styles.scroller}
        onPointerDown={askAhead}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <FixedList ref={list} items={items} itemPx={ITEM_PX} kept={keys.stopIndex} onLook={onLook}>
          {(item, index) => (
            <ChatItem
              item={item}
              me={me}
              term={term}
              isOpened={item.id === openedId}
              isStop={index === keys.stopIndex}
              onOpen={item.id === openedId ? onOpenAgain : undefined}
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

/** Whoever waits at the end of the list sees what becomes of it. */
function showAtEnd(foot: HTMLElement | null) {
  const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = foot?.parentElement ?? {}
  const below = scrollHeight - scrollTop - clientHeight
  if (foot && below < ITEM_PX + foot.offsetHeight) foot.scrollIntoView({ block: 'nearest' })
}
