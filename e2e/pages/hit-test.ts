import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

/** What a click at the center of an item would hit instead of it; null where it hits the item. */
function coveredBy(item: Locator): Promise<string | null> {
  return item.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    if (hit !== null && element.contains(hit)) return null
    return `${element.textContent}: ${hit?.outerHTML.slice(0, 200) ?? 'outside of the window'}`
  })
}

/** Expects that a click on any of these items reaches the item, not what is below or above it. */
export async function expectHit(items: Locator, atLeast: number): Promise<void> {
  await expect(items.nth(atLeast - 1)).toBeVisible()
  const covered: (string | null)[] = []
  for (const item of await items.all()) covered.push(await coveredBy(item))
  expect(covered.filter((found) => found !== null)).toEqual([])
}
