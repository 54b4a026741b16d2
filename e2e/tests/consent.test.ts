import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { forgive } from '../pages/complaints.ts'
import { refuse } from '../pages/network.ts'
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
  await expect(page.getByText('Tenant consented. It might take some time to apply.')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to chats' }).click()
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

test('the prompt for Twilio follows after Open Settings', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Priya Raman')
  const { consent, account } = setupPrompts(page)
  await consent.getByRole('button', { name: 'Open Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Microsoft 365' })).toBeVisible()
  await expect(account).toBeHidden()
  await page.goBack()
  await expect(account).toBeVisible()
  await expect(consent).toBeHidden()
})

test('consent that cannot be checked is not reported as missing', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  const allow = await refuse(page, 'settings.consented')
  const { section } = await openAdmin(page, '/admin')
  const card = section('Microsoft 365')
  await expect(card.getByRole('alert')).toHaveText('Microsoft couldn’t be asked whether your directory has consented.')
  await expect(card).not.toContainText('has not consented yet')
  // The hub connection refetches everything by itself.
  await page.waitForLoadState('networkidle')
  await allow()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('Your directory has consented')
  forgive(complaints, /Failed to load resource/)
})

test('if consent cannot be checked, it counts as missing', async ({ openBrowser, complaints }) => {
  const [omar, dana] = [await openBrowser(), await openBrowser()]
  await refuse(omar, 'settings.consented')
  await signIn(omar, 'Omar Haddad')
  await expect(omar.getByRole('region', { name: 'Partyline is not ready yet' })).toContainText(
    'Microsoft couldn’t be asked whether your organization has consented',
  )
  await refuse(dana, 'settings.consented')
  await signIn(dana, 'Dana Cole')
  await expect(dana.getByRole('heading', { name: 'Consent couldn’t be checked' })).toBeVisible()
  expect(await faultsOf(dana)).toEqual([])
  forgive(complaints, /status of 400/)
})
