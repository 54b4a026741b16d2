import { useSyncExternalStore } from 'react'

/** Whether the page can be seen: its tab is in front of the others, and its window is not put away. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
