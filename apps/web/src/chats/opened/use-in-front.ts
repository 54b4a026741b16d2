import { useSyncExternalStore } from 'react'
import { useHasModal } from '../../ui/index.ts'

/** Whether this page is in front: the tab is visible and its window has the focus. */
export function useInFront(): boolean {
  return useSyncExternalStore(subscribe, isInFront)
}

/** Whether the opened chat can be seen: the page is in front, and no modal covers it. */
export function useChatInView(): boolean {
  const isInFront = useInFront()
  return !useHasModal() && isInFront
}

function isInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
  }
}
