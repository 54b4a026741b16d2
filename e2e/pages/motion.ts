import type { Page } from '@playwright/test'

/** Longer animations are visible. Fluent ends those that it suppresses within a millisecond. */
const SEEN_MS = 20

const WATCH = `{
  const moved = new Set()
  const note = (animations) => {
    for (const animation of animations) {
      const { duration, iterations } = animation.effect.getComputedTiming()
      if (duration * iterations <= ${SEEN_MS}) continue
      const name = animation.animationName ?? animation.transitionProperty ?? 'animate()'
      const { tagName, className } = animation.effect.target ?? {}
      moved.add(name + ' for ' + duration + ' ms on ' + tagName + '.' + String(className).slice(0, 120))
    }
  }
  const listener = ({ target }) => note(target.getAnimations({ subtree: true }))
  const kinds = ['animationstart', 'transitionrun']
  for (const kind of kinds) document.addEventListener(kind, listener, true)
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all)
    note([animation])
    return animation
  }
  globalThis.stopWatchingMotion = () => {
    for (const kind of kinds) document.removeEventListener(kind, listener, true)
    Element.prototype.animate = animate
    return [...moved]
  }
}`

/** Watches a page from now on. The returned function stops it, and lists what has moved. */
export async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(WATCH)
  return () => page.evaluate<string[]>('stopWatchingMotion()')
}
