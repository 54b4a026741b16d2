/** Reports whether the page is visible, now and on each change. Returns how to stop. */
export function watchVisible(report: (isVisible: boolean) => void): () => void {
  const check = () => report(document.visibilityState === 'visible')
  check()
  document.addEventListener('visibilitychange', check)
  return () => document.removeEventListener('visibilitychange', check)
}
