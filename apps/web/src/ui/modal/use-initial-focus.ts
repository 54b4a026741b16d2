import { useEffect, useEffectEvent } from 'react'

/** Focuses an element when a modal opens, after Fluent has focused the first focusable one. */
export function useInitialFocus(find: () => HTMLElement | null | undefined): void {
  const focus = useEffectEvent(() => find()?.focus())
  useEffect(() => queueMicrotask(focus), [])
}
