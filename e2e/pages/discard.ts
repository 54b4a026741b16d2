import type { FrameLocator, Locator, Page } from '@playwright/test'

/** Closes a form with changes, which asks first. */
export async function discard(page: Page | FrameLocator, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
}
