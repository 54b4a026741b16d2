import { useEffect, useRef } from 'react'
import type { MouseEvent, PointerEvent, TouchEvent } from 'react'

/** Shorter than the browser's own long press, so that its menu doesn't open first. Milliseconds. */
const LONG_PRESS_MS = 450
/** A finger that moves further is scrolling. Pixels. */
const MAX_MOVE = 10

/** Event handlers that detect a long press with a finger. A long press causes no click. */
export function useLongPress(onLongPress: (element: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)

  function end() {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => {
    const held = press
    return () => clearTimeout(held.current?.timer)
  }, [])

  return {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      end()
      wasLong.current = false
      if (pointerType !== 'touch' || !isPrimary) return
      const timer = setTimeout(() => {
        press.current = null
        wasLong.current = true
        onLongPress(currentTarget)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > MAX_MOVE) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (press.current || wasLong.current) event.preventDefault()
    },
    // Otherwise the browser sends a click, which would activate the element under the finger, or close the menu.
    onTouchEnd(event: TouchEvent) {
      if (wasLong.current) event.preventDefault()
    },
  }
}
