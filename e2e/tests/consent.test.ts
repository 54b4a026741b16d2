import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { setupPrompts } from '../pages/setup.ts'
import { pickAccount, signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const decide = (page: Page, decision: 'Accept' | 'Cancel') => page.getByRole('button', { name: decision }).click()

test('if an administrator has to consent first, sign-in leads to Microsoft’s consent page', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.goto(appUrl())
  await pickAccount(page, 'Grace Osei')
  await expect(page).toHaveURL(/\/auth\/error\?error=ConsentRequired/)
  await expect(page.getByRole('alert')).toContainText('Please ask one to sign in and consent.')
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Consent as an administrator' }).click()
  await page.getByRole('radio', { name: 'Westhaven School' }).check()
  await decide(page, 'Accept')
  await expect(page).toHaveURL(/\/auth\/signin\?/)
  await pickAccount(page, 'Grace Osei')
  await expect(page.getByText('Tenant consented. It might take some time to apply.').first()).toBeVisible()
  await expect(page.getByText('1 of 6 steps done')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.goto(appUrl())
  await expect(setupPrompts(page).account).toBeVisible()
  await expect(setupPrompts(page).consent).toBeHidden()
})

test('an Admin is asked for consent once per session, sees when it was refused, and is then asked for Twilio', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, 'Priya Raman')
  const { consent, account } = setupPrompts(page)
  await expect(consent.getByRole('button', { name: 'Open Settings' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await consent.getByRole('button', { name: 'Consent', exact: true }).click()
  await decide(page, 'Cancel')
  await expect(page.getByText('Your tenant is not consented. Try again.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  // Pages under /admin do not ask, and this session was already asked.
  await expect(consent).toBeHidden()
  await page.goto(appUrl())
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
  await expect(account).toBeVisible()
  await expect(consent).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
  await expect(account).toBeHidden()
})
