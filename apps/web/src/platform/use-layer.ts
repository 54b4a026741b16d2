import { useEffect, useEffectEvent } from 'react'
import { layers } from './layers.ts'

/** Lets Back close a layer while it is open. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return undefined
    return layers().open(() => {
      onBack()
      return true
    })
  }, [isOpen])
}
