import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

/** The elements that clicks at the centers of these items would hit instead. */
function coveredIn(items: Locator): Promise<string[]> {
  return items.evaluateAll((elements) =>
    elements.flatMap((element) => {
      element.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
      if (hit !== null && element.contains(hit)) return []
      return [`${element.textContent}: ${hit?.outerHTML.slice(0, 200) ?? 'outside of the window'}`]
    }),
  )
}

/** Expects that a click on any of these items hits the item itself. */
export async function expectHit(items: Locator, atLeast: number): Promise<void> {
  await expect(items.nth(atLeast - 1)).toBeVisible()
  await expect.poll(() => coveredIn(items)).toEqual([])
}

/** How high the part of the screen is in which a press hits the element, in pixels. */
export function reachOf(element: Locator): Promise<number> {
  return element.evaluate((one) => {
    const { left, width, top, height } = one.getBoundingClientRect()
    const [x, middle] = [left + width / 2, Math.round(top + height / 2)]
    const isHit = (y: number) => one.contains(one.ownerDocument.elementFromPoint(x, y))
    let [from, to] = [middle, middle]
    while (isHit(from - 1)) from -= 1
    while (isHit(to + 1)) to += 1
    return isHit(middle) ? to - from + 1 : 0
  })
}
