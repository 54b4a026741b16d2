import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** More tab stops than any screen has. */
const MAX_STOPS = 40

/** Presses Tab, or another key, until the element has the focus. */
export async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `${key} never came to it`).toBeFocused()
}
