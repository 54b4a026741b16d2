import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** What is left of a window of 1366 × 768 where everything is shown at 400 %. */
export const ZOOMED = { viewport: { width: 342, height: 192 }, deviceScaleFactor: 4, reducedMotion: 'reduce' } as const

/** Everything that scrolls sideways or is visible outside the window; text that ends in an ellipsis is neither. */
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

/** The boxes around an element that a program has scrolled, and nobody else could. */
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

/** Nothing is to be scrolled sideways, and each of these comes wholly into sight and can be pressed. */
export async function expectReachable(page: Page, controls: readonly Locator[]): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(ZOOMED.viewport.width)
  expect(await page.evaluate<string[]>(SIDEWAYS)).toEqual([])
  for (const control of controls) {
    await control.click({ trial: true })
    // What is scrolled into sight may lack a fraction of a pixel.
    await expect(control).toBeInViewport({ ratio: 0.95 })
    expect(await stuckAround(control)).toEqual([])
  }
}
