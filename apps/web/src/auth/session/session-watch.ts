import type { SessionBroadcast } from './session-broadcast.ts'
import type { SessionStore } from './session-store.ts'

type Parts = {
  store: SessionStore
  broadcast: SessionBroadcast
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  isOnline: () => boolean
  /** 0 for no polling. */
  pollSeconds: number
}

/**
 * Reads the session again when the tab becomes visible, when its window gets the focus, when another tab announces a change,
 * and at the configured interval. A signed-out tab waits for another tab. Returns how to stop.
 */
export function watchSession({ store, broadcast, document, window, isOnline, pollSeconds }: Parts): () => void {
  const signedIn = () => store.current().status === 'authenticated'
  const refreshIfVisible = () => {
    if (document.visibilityState === 'visible' && signedIn()) void store.refresh()
  }
  document.addEventListener('visibilitychange', refreshIfVisible)
  // A window behind another one counts as visible all the time.
  window.addEventListener('focus', refreshIfVisible)
  const stopListening = broadcast.subscribe(() => void store.refresh({ announce: false }))
  const poll =
    pollSeconds > 0 &&
    setInterval(() => {
      if (signedIn() && isOnline()) void store.refresh()
    }, pollSeconds * 1000)

  return () => {
    document.removeEventListener('visibilitychange', refreshIfVisible)
    window.removeEventListener('focus', refreshIfVisible)
    stopListening()
    if (poll) clearInterval(poll)
  }
}
