import { useCallback, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Frames within which a row that was just drawn is measured. */
const MOST_ATTEMPTS = 30

/**
 * Gives the focus to a row of a virtual list, found by its selector. The list hides a row until it is measured, and what
 * is hidden cannot have the focus.
 */
export function useRowFocus(scroller: RefObject<HTMLElement | null>): (selector: string) => void {
  /** A new object for each time. */
  const [wanted, setWanted] = useState<{ selector: string } | null>(null)

  useLayoutEffect(() => {
    if (wanted === null) return undefined
    let attempts = MOST_ATTEMPTS
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
