/** When the browser reports that it is online, requests may still fail for a moment. */
const DELAY_MS = 1_000

/** Calls back each time the network is back, until the returned function is called. */
export function onOnline(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const listener = () => {
    clearTimeout(timer)
    timer = setTimeout(callback, DELAY_MS)
  }
  window.addEventListener('online', listener)
  return () => {
    window.removeEventListener('online', listener)
    clearTimeout(timer)
  }
}
