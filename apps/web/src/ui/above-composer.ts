const HEIGHT = '--composer-height'

/** How high a popover above the composer can be, up to the top bar. An expression for `min()`. */
export const ROOM_ABOVE_COMPOSER = `100dvh - var(${HEIGHT}, 0px) - 64px`

/** `bottom` of elements just above the composer, or at the window's edge if there is none. */
export const ABOVE_COMPOSER = `calc(var(${HEIGHT}, 0px) + 12px)`

/** A ref: publishes the composer's height to the styles of elements above it. */
export function publishComposerHeight(composer: HTMLElement | null) {
  if (composer === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${composer.offsetHeight}px`))
  observer.observe(composer)
  return () => {
    observer.disconnect()
    style.removeProperty(HEIGHT)
  }
}
