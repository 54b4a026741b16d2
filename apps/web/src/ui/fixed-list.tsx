import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { flushSync } from 'react-dom'

export type FixedListHandle = {
  /** Scrolls the minimum needed to reveal an item, and `below` pixels after it. */
  show: (index: number, below?: number) => void
}

type Props<Item> = {
  items: readonly Item[]
  /** The height of every item, in pixels. */
  itemPx: number
  /** The index of an item that stays rendered out of sight, because it may have the focus. */
  kept: number
  /** Whether the items are rows of a table or grid, in which they follow the head. */
  isTable?: boolean
  /** Called with the index of the last visible item after rendering and scrolling. */
  onLook?: (last: number) => void
  children: (item: Item, index: number) => ReactNode
  ref?: Ref<FixedListHandle>
}

/** Items rendered above and below the visible ones. */
const OVERSCAN = 3
const ITEM = { position: 'absolute', top: 0, width: '100%', contain: 'layout size style' } as const

/**
 * A virtual list of items with equal heights; its parent scrolls. With varying heights, each item would have to be measured,
 * which takes as long again as rendering it.
 */
export function FixedList<Item extends { id: string }>(props: Props<Item>) {
  const { items, itemPx, kept, isTable = false, onLook, children, ref } = props
  const list = useRef<HTMLElement>(null)
  // The first render assumes a list as high as the window; the actual height is known after that.
  const [drawn, setDrawn] = useState(() => ({ from: 0, to: Math.ceil(window.innerHeight / itemPx) - 1 }))

  const look = useEffectEvent((scroller: HTMLElement) => {
    const above = (scroller.scrollTop - topIn(scroller)) / itemPx
    const last = Math.floor(above + scroller.clientHeight / itemPx)
    const [from, to] = [Math.floor(above) - OVERSCAN, last + OVERSCAN]
    setDrawn((before) => (before.from === from && before.to === to ? before : { from, to }))
    onLook?.(last)
  })

  /** The list's offset in its scroll container, in pixels. */
  function topIn(scroller: HTMLElement): number {
    const top = list.current?.getBoundingClientRect().top ?? 0
    return top - scroller.getBoundingClientRect().top + scroller.scrollTop
  }

  useLayoutEffect(() => {
    const scroller = list.current?.parentElement
    if (!scroller) return undefined
    // In the same frame as the scroll, so that no blank items appear.
    const onScroll = () => flushSync(() => look(scroller))
    const observer = new ResizeObserver(() => look(scroller))
    scroller.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [])

  useImperativeHandle(ref, () => ({
    show(index, below = 0) {
      const scroller = list.current?.parentElement
      if (!scroller) return
      const top = topIn(scroller) + index * itemPx
      const bottom = top + itemPx + below - scroller.clientHeight
      if (top < scroller.scrollTop) scroller.scrollTop = top
      else if (bottom > scroller.scrollTop) scroller.scrollTop = bottom
    },
  }))

  const [first, last] = [Math.max(0, drawn.from), Math.min(items.length - 1, drawn.to)]
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
  if (kept < first) indexes.unshift(kept)
  else if (kept > last) indexes.push(kept)

  const [List, Item] = isTable ? (['div', 'div'] as const) : (['ul', 'li'] as const)
  return (
    <List
      ref={list as Ref<never>}
      role={isTable ? 'rowgroup' : undefined}
      style={{ position: 'relative', height: items.length * itemPx }}
    >
      {indexes.map((index) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          // With a transform, moving an item causes no layout of the others.
          <Item
            key={item.id}
            role={isTable ? 'presentation' : undefined}
            style={{ ...ITEM, transform: `translateY(${index * itemPx}px)`, height: itemPx }}
          >
            {children(item, index)}
          </Item>
        )
      })}
    </List>
  )
}
