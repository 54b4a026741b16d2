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
