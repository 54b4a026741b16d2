import { useCallback, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

type Place = {
  from: number
  count: number
  /** How many items the page keys move; if absent, the keys are the browser's. */
  page?: number
}

/** The item that a key moves to; null for other keys. */
export function itemByKey(key: string, { from, count, page }: Place): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'ArrowDown':
      return Math.min(count - 1, from + 1)
    case 'PageUp':
      return page === undefined ? null : Math.max(0, from - page)
    case 'PageDown':
      return page === undefined ? null : Math.min(count - 1, from + page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Frames within which a new row is measured. */
const MAX_ATTEMPTS = 30

/** Focuses a row of a virtual list by selector. The list hides a row until it is measured, and hidden rows can't have the focus. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>): (selector: string) => void {
  /** A new object for each request. */
  const [wanted, setWanted] = useState<{ selector: string } | null>(null)

  useLayoutEffect(() => {
    if (wanted === null) return undefined
    let attempts = MAX_ATTEMPTS
    let frame = 0
    const attempt = () => {
      const row = scroller.current?.querySelector<HTMLElement>(wanted.selector) ?? null
      row?.focus({ preventScroll: true })
      attempts -= 1
      const isDone = row !== null && document.activeElement === row
      if (!isDone && attempts > 0) frame = requestAnimationFrame(attempt)
    }
    attempt()
    return () => cancelAnimationFrame(frame)
  }, [wanted, scroller])

  return useCallback((selector) => setWanted({ selector }), [])
}
