import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { hasModal, watchModals } from '../../ui/index.ts'

/** Where a part of the page is, and where whoever works in it goes on when their place in it has gone. */
type Places = { within: RefObject<HTMLElement | null>; next: RefObject<HTMLElement | null> }

/** Whoever changes a row, in a modal too, and so takes it out of the list, does not lose the place on the page. */
export function useKeptFocus({ within, next }: Places): void {
  const isHere = useRef(false)
  const isBesideModal = !useSyncExternalStore(watchModals, hasModal)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!hasModal() && target instanceof Node) isHere.current = within.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [within])

  // Whenever another list may have been drawn, or a modal has closed.
  useEffect(() => {
    // The modal gives the focus back by then, where it can.
    const frame = requestAnimationFrame(() => {
      if (isBesideModal && isHere.current && document.activeElement === document.body) next.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  })
}
