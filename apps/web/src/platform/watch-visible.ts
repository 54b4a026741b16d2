/**
 * Says whether the page can be seen, now and whenever that changes: its tab is in front of the others, and its window is
 * not put away. Stops when the returned function is called.
 */
export function watchVisible(say: (isVisible: boolean) => void): () => void {
  const look = () => say(document.visibilityState === 'visible')
  look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
