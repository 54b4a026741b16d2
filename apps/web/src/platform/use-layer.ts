import { useEffectEvent, useLayoutEffect } from 'react'
import { layers } from './layers.ts'

/** Lets Back close a layer while it is open, from the moment it is painted. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    return layers().open(() => {
      onBack()
      return true
    })
  }, [isOpen])
}
