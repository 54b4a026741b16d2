import { setupPrompts } from '../pages/setup.ts'
import { makeNew } from './arrange.ts'
import { refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Setup: the first prompts of an Admin', ({ stage }) => prompts(stage))
test('Setup: the second prompt follows after the settings', ({ stage }) => afterSettings(stage))
test('Setup: consent that cannot be checked counts as missing', ({ stage }) => unknownToAdmin(stage))
test('Setup: a User is told that consent could not be checked', ({ stage }) => unknownToUser(stage))
test('Consent: an Admin comes back to the setup', ({ stage }) => adminReturns(stage))
test('Consent: someone else comes back to a thank-you', ({ stage }) => userReturns(stage))
test('Consent: it cannot be checked', ({ stage }) => unchecked(stage))

async function prompts(stage: Stage) {
  const { page, clinic, come } = stage
  makeNew(clinic)
  await come()
  for (const prompt of Object.values(setupPrompts(page))) {
    await expect(prompt).toBeVisible()
    await expectUsable(stage)
    await prompt.getByRole('button', { name: 'Not now' }).click()
    await expect(prompt).toBeHidden()
  }
}

async function afterSettings({ page, clinic, come }: Stage) {
  makeNew(clinic)
  await come()
  const { consent, account } = setupPrompts(page)
  await consent.getByRole('button', { name: 'Open Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Microsoft 365' })).toBeVisible()
  await expect(account).toBeHidden()
  await page.goBack()
  await expect(account).toBeVisible()
  await expect(consent).toBeHidden()
}

async function unknownToAdmin({ page, come, look }: Stage) {
  await refuse(page, 'settings.consented')
  await come()
  await expect(page.getByRole('heading', { name: 'Consent couldn’t be checked' })).toBeVisible()
  await look()
}

async function unknownToUser({ page, clinic, come }: Stage) {
  clinic.me.role = 'User'
  await refuse(page, 'settings.consented')
  await come()
  await expect(page.getByRole('region', { name: 'Partyline is not ready yet' })).toContainText(
    'Microsoft couldn’t be asked whether your organization has consented',
  )
}

const THANKS = /^Tenant consented\. It might take some time to apply\./
const RETURN = '/admin/consent?admin_consent=True&state=signed'

async function adminReturns({ page, clinic, come, look }: Stage) {
  makeNew(clinic)
  clinic.settings.consented = true
  await come(RETURN)
  await expect(page.getByRole('heading', { name: 'Set up Partyline' })).toBeVisible()
  await expect(page.getByText(THANKS).first()).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Consent of your organization' })).toContainText('Done')
  await look()
}

async function userReturns({ page, clinic, come, look }: Stage) {
  clinic.me.role = 'User'
  await come(RETURN)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText(THANKS).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to chats' })).toBeVisible()
  await look()
}

/** It is not reported as missing. */
async function unchecked({ page, come, look }: Stage) {
  const allow = await refuse(page, 'settings.consented')
  await come('/admin')
  const card = page.getByRole('region', { name: 'Microsoft 365' })
  await expect(card.getByRole('status')).toHaveText('Microsoft couldn’t be asked whether your directory has consented.')
  await expect(card).not.toContainText('has not consented yet')
  await look()
  await allow()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('Your directory has consented')
}
