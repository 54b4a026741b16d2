import { useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

/** The find bar of the opened chat. */
export type Find = {
  isOpen: boolean
  field: RefObject<HTMLInputElement | null>
  open: () => void
  /** Returns the focus to where it was. */
  close: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Opens the find bar on Ctrl+F or Cmd+F. In its field, they open the browser's own. */
export function useFind(): Find {
  const [isOpen, setIsOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<Element | null>(null)

  function open() {
    opener.current = document.activeElement
    setIsOpen(true)
    field.current?.select()
  }

  function close() {
    setIsOpen(false)
    const target = opener.current?.isConnected ? opener.current : document.querySelector('[data-message][tabindex="0"]')
    if (target instanceof HTMLElement) target.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isFindKey(event) || event.target === field.current) return
    event.preventDefault()
    open()
  }

  return { isOpen, field, open, close, onKeyDown }
}

function isFindKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyF' && ctrlKey !== metaKey && !altKey && !shiftKey
}
