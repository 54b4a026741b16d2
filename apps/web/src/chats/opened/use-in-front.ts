import { useSyncExternalStore } from 'react'

/** Whether this page is in front: the tab is visible and its window has the focus. */
export function useInFront(): boolean {
  return useSyncExternalStore(subscribe, isInFront)
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
