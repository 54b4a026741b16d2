import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Expects the browser to have left the entry of every closed modal and menu: it goes back a moment after they close. */
export async function expectNoLayer(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('history.state?.layer ?? 0')).toBe(0)
}
