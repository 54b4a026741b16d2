import { useRef, useState } from 'react'

/** Whether the focus is in an element, or in a popover that was opened from it. */
export function useFocusWithin() {
  const [isFocused, setIsFocused] = useState(false)
  const isIn = useRef(false)
  // The focus may be on its way to another part.
  const leave = () => setTimeout(() => setIsFocused(isIn.current))

  function onFocus() {
    isIn.current = true
    setIsFocused(true)
  }

  function onBlur() {
    isIn.current = false
    // Nothing may move under a pressed pointer, or it would click something else.
    if (document.body.matches(':active')) document.addEventListener('click', leave, { once: true })
    else leave()
  }

  return { isFocused, handlers: { onFocus, onBlur } }
}
