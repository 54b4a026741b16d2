import { eventWithoutData } from '@partyline/contract'
import { check } from '@partyline/web/looks'
import { addSpareLine } from './arrange.ts'
import { REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Numbers: one with another receiver, taken over after confirmation', ({ stage }) => otherReceiver(stage))
test('Setup: no one gets a number’s texts', ({ stage }) =>
  unanswered(stage, '/admin/setup', 'No one gets texts to Billing.'))
test('Numbers: no one gets its texts', ({ stage }) => unanswered(stage, '/admin/twilio', 'No one gets its texts'))
test('Diagnostics: no one gets a number’s texts', ({ stage }) =>
  unanswered(stage, '/admin/diagnostics', 'No one gets its texts'))

async function otherReceiver({ page, clinic, come, look }: Stage) {
  const elsewhere = 'Texts to this number go to https://other.example/sms now.'
  addSpareLine(clinic).elsewhere = elsewhere
  await come('/admin/twilio')
  const line = (name: string) =>
    page.getByRole('list', { name: 'Twilio numbers' }).getByRole('listitem').filter({ hasText: name })
  await expect(line('Front desk')).toContainText('SMS, MMS')
  await expect(line('Front desk')).toContainText('Texts to it reach Partyline')
  await expect(line('Spare line')).toContainText(elsewhere)
  await line('Spare line').getByRole('button', { name: 'Use' }).click()
  const use = page.getByRole('dialog', { name: 'Use Twilio number' })
  await expect(use.getByRole('heading', { name: 'What this replaces' })).toBeVisible()
  await expect(use).toContainText(elsewhere)
  await look()
  await use.getByRole('button', { name: 'Use' }).click()
  await expect(use.getByRole('alert')).toContainText(elsewhere)
  const allow = await refuse(page, 'settings.updateTwilioNumber', 'number-in-use')
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use.getByRole('alert')).toContainText(REASON)
  await allow()
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use).toBeHidden()
  await expect(line('Spare line')).toContainText('In use')
}

/** Each screen warns, and offers to choose who answers. */
async function unanswered({ page, clinic, come, look, update, announce }: Stage, address: string, noticed: string) {
  const billing = clinic.lines.find(({ name }) => name === 'Billing')!
  billing.assignedUsers = []
  const fix = { kind: 'assignUsers', label: 'Choose who answers' } as const
  const found = { found: 'No one gets its texts: they wait under Unclaimed.', advice: 'Choose.', fix }
  clinic.checks = [check('numberAnswered', { number: billing, state: 'warning', ...found })]
  await come(address)
  const warning = page.getByRole('listitem').filter({ hasText: 'Billing' }).filter({ hasText: noticed })
  await expect(warning.first()).toBeVisible()
  await look()
  await page.getByRole('button', { name: /^Choose who answers/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Default Assigned users' })
  await dialog.getByRole('switch', { name: 'Mei Tanaka' }).check()
  clinic.checks = [check('numberAnswered', { number: billing })]
  await update()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await announce(eventWithoutData(clinic.me.tenantId, 'PhoneNumbersUpdated'))
  await expect(warning).toHaveCount(0)
}
