import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The viewport of a 1366 × 768 window at 400 % zoom. */
export const ZOOMED = { viewport: { width: 342, height: 192 }, deviceScaleFactor: 4, reducedMotion: 'reduce' } as const

/** Elements that scroll horizontally or extend outside the window, except for truncated text. */
export const SIDEWAYS = `const endsInEllipsis = (element) => {
  let box = element
  while (getComputedStyle(box).display === 'inline') box = box.parentElement
  return box !== element && getComputedStyle(box).textOverflow === 'ellipsis'
}
;[...document.querySelectorAll('body, body *')].flatMap((element) => {
  const { overflowX, clipPath, position, visibility, display } = getComputedStyle(element)
  const { left, right, width, height } = element.getBoundingClientRect()
  if (display === 'none' || visibility === 'hidden' || width <= 1 || height <= 1) return []
  const isWide = element.scrollWidth > element.clientWidth + 1 && ['auto', 'scroll'].includes(overflowX)
  const isOut = (left < -1 || right > innerWidth + 1) && !endsInEllipsis(element)
  if (!isWide && !isOut) return []
  return [element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 60) +
    (isWide ? ' scrolls sideways' : ' reaches from ' + left + ' to ' + right) + ' ' + position + clipPath]
})`

/** The ancestors of an element that were scrolled by script, but are not scrollable by users. */
function stuckAround(control: Locator): Promise<string[]> {
  return control.evaluate((element) => {
    const stuck: string[] = []
    for (let box = element.parentElement; box; box = box.parentElement) {
      const overflow = box.ownerDocument.defaultView?.getComputedStyle(box).overflowY ?? ''
      if (box.scrollTop > 1 && ['hidden', 'clip'].includes(overflow)) stuck.push(box.outerHTML.slice(0, 120))
    }
    return stuck
  })
}

/** Expects no horizontal scrolling, and that each of these can be scrolled into view completely and clicked. */
export async function expectReachable(page: Page, controls: readonly Locator[]): Promise<void> {
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(ZOOMED.viewport.width)
  expect(await page.evaluate<string[]>(SIDEWAYS)).toEqual([])
  for (const control of controls) {
    await control.click({ trial: true })
    // An element scrolled into view may be cut off by a fraction of a pixel.
    await expect(control).toBeInViewport({ ratio: 0.95 })
    expect(await stuckAround(control)).toEqual([])
  }
}
