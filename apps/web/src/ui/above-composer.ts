const HEIGHT = '--composer-height'

/** How high a popover above the composer can be, up to the top bar. An expression for `min()`. */
export const ROOM_ABOVE_COMPOSER = `100dvh - var(${HEIGHT}, 0px) - 64px`

/** The bottom of what lies just above the composer, or in its place where there is none. */
export const ABOVE_COMPOSER = `calc(var(${HEIGHT}, 116px) + 12px)`

/** A ref: tells the composer's height to the styles of what lies above it. */
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
