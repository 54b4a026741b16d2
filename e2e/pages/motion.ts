import type { Page } from '@playwright/test'

/** Longer animations are visible. Fluent ends those that it suppresses within a millisecond. */
const SEEN_MS = 20

const WATCH = `
  window.moved = new Set()
  const note = (animations) => {
    for (const animation of animations) {
      const { duration, iterations } = animation.effect.getComputedTiming()
      if (duration * iterations <= ${SEEN_MS}) continue
      const name = animation.animationName ?? animation.transitionProperty ?? 'animate()'
      const { tagName, className } = animation.effect.target ?? {}
      window.moved.add(name + ' for ' + duration + ' ms on ' + tagName + '.' + String(className).slice(0, 120))
    }
  }
  for (const kind of ['animationstart', 'transitionrun']) {
    document.addEventListener(kind, ({ target }) => note(target.getAnimations({ subtree: true })), true)
  }
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all)
    note([animation])
    return animation
  }
`

/** Watches a page from its next navigation on. The returned function lists what has moved since. */
export async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(WATCH)
  return () => page.evaluate<string[]>('[...window.moved]')
}
