import type { Page } from '@playwright/test'

/** The prompts for an Admin of a new organization after signing in. */
export function setupPrompts(page: Page) {
  return {
    consent: page.getByRole('region', { name: 'Your organization has not consented yet' }),
    account: page.getByRole('region', { name: 'Twilio is not set up yet' }),
  }
}

/** Dismisses both prompts, which are shown one after the other. */
export async function dismissSetup(page: Page): Promise<void> {
  const { consent, account } = setupPrompts(page)
  await consent.getByRole('button', { name: 'Not now' }).click()
  await account.getByRole('button', { name: 'Not now' }).click()
  await account.waitFor({ state: 'hidden' })
}
