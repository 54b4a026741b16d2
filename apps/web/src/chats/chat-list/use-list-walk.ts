import type { ChatId, ChatListItem } from '@partyline/contract'
import { useMemo, useState } from 'react'
import { useInFront } from '../opened/use-in-front.ts'
import { inListOrder } from './list-order.ts'
import type { Places } from './list-order.ts'
import type { ListQuery } from './list-pages.ts'
import { keptPlaces } from './list-walk.ts'

type Parts = { items: readonly ChatListItem[] | null; openedId: ChatId | null; query: ListQuery }

const NO_PLACES: Places = new Map()

/**
 * The chats in the list's order, which does not change under whoever goes from one to the next. The walk ends where the
 * person closes the chat, looks elsewhere, or asks for another list.
 */
export function useListWalk({ items, openedId, query: { mode, term } }: Parts): readonly ChatListItem[] | null {
  const inFront = useInFront()
  const [walk, setWalk] = useState({ mode, term, kept: NO_PLACES })
  const isSameList = walk.mode === mode && walk.term === term
  const goesOn = isSameList && inFront && openedId !== null
  const kept = useMemo(
    () => (items === null ? NO_PLACES : keptPlaces(walk.kept, { items, openedId, goesOn })),
    [walk.kept, items, openedId, goesOn],
  )
  if (!isSameList || kept !== walk.kept) setWalk({ mode, term, kept })
  return useMemo(() => items && inListOrder(items, kept), [items, kept])
}
