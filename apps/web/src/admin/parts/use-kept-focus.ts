import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { hasModal, useHasModal } from '../../ui/index.ts'

/** A part of the page, and the element that gets the focus if the focused one in it disappears. */
type Places = { within: RefObject<HTMLElement | null>; next: RefObject<HTMLElement | null> }

/** Keeps the focus on the page if a change, also one in a modal, removes the focused row. */
export function useKeptFocus({ within, next }: Places): void {
  const isHere = useRef(false)
  const isBesideModal = !useHasModal()

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!hasModal() && target instanceof Node) isHere.current = within.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [within])

  // After every render, which may have removed the row, and after a modal has closed.
  useEffect(() => {
    // By then, the modal has returned the focus if it could.
    const frame = requestAnimationFrame(() => {
      if (isBesideModal && isHere.current && document.activeElement === document.body) next.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  })
}
