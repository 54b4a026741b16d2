/** Visits an address in a frame that nobody sees, until it has loaded or the time is over. */
export function visitHidden(url: string, timeoutMs: number): Promise<void> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = ''
  frame.setAttribute('aria-hidden', 'true')
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  frame.addEventListener('load', () => resolve())
  frame.src = url
  document.body.append(frame)
  return promise.finally(() => {
    clearTimeout(timer)
    frame.remove()
  })
}
