import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

/** Closes something open when a person presses outside of these elements. */
export function usePressOutside(isOpen: boolean, elements: readonly RefObject<Node | null>[], close: () => void): void {
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = target instanceof Node && elements.some(({ current }) => current?.contains(target))
    if (!isInside) close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = (event: PointerEvent) => onPress(event)
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [isOpen])
}
