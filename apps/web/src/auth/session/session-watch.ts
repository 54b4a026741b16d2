import type { SessionBroadcast } from './session-broadcast.ts'
import type { SessionStore } from './session-store.ts'

type Parts = {
  store: SessionStore
  broadcast: SessionBroadcast
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  isOnline: () => boolean
  /** 0 for no polling. */
  pollSeconds: number
}

/**
 * Reads the session again when the tab becomes visible, when another tab says so, and at the configured interval.
 * A signed-out tab waits for another tab. Returns how to stop.
 */
export function watchSession({ store, broadcast, document, isOnline, pollSeconds }: Parts): () => void {
  const signedIn = () => store.current().status === 'authenticated'
  const onVisible = () => {
    if (document.visibilityState === 'visible' && signedIn()) void store.refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  const stopHearing = broadcast.subscribe(() => void store.refresh({ announce: false }))
  const poll =
    pollSeconds > 0 &&
    setInterval(() => {
      if (signedIn() && isOnline()) void store.refresh()
    }, pollSeconds * 1000)

  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    stopHearing()
    if (poll) clearInterval(poll)
  }
}
