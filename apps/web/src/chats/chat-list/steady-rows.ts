import type { ChatId, ChatListItem } from '@partyline/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { inHeldOrder, inListOrder } from '../../core/chats/list-order.ts'
import type { ListOrder } from '../../core/chats/list-order.ts'

/** How long rows stay where they are after the pointer has moved over them or pressed one. */
const HELD_MS = 2_000

/**
 * The rows in the server's order, none of which moves while someone is about to click one: docs/product.md#the-list
 * Otherwise, a chat that a click has opened and thereby read would make way for another one under the pointer.
 */
export function useSteadyRows(items: readonly ChatListItem[] | null, order: ListOrder) {
  const [held, setHeld] = useState<readonly ChatId[] | null>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const rows = useMemo(() => {
    const ordered = items && inListOrder(items, order)
    return ordered && held ? inHeldOrder(ordered, held) : ordered
  }, [items, order, held])

  function hold() {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setHeld(null), HELD_MS)
    setHeld((before) => before ?? rows?.map(({ id }) => id) ?? null)
  }

  const handlers = {
    onPointerMove: hold,
    onPointerDownCapture: hold,
    onWheel: hold,
    onPointerLeave({ pointerType }: PointerEvent) {
      // A finger leaves before its tap is a click.
      if (pointerType !== 'touch') setHeld(null)
    },
  }
  return { rows, handlers }
}

export type RowHandlers = ReturnType<typeof useSteadyRows>['handlers']
