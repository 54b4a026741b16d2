import { addBookings } from './admin-forms/key-forms.ts'
import { expect, test } from './look.ts'
import { expectUsable } from './sizes.ts'

test('API keys: what each may do, and when it was used', async ({ stage }) => {
  const { page, clinic, come } = stage
  addBookings(clinic)
  await come('/admin/keys')
  const item = page.getByRole('listitem').filter({ hasText: 'Booking system' })
  await expect(item).toContainText('Read chats and messages · Send texts and start chats')
  await expect(item).toContainText(`Lines: ${clinic.lines[0]?.name}`)
  await expect(item).toContainText('Ends in x7Qk · Last used')
  await expect(item).toContainText('Works until')
  await expectUsable(stage)
})

test('API keys: a new key is shown once, and copied', async ({ stage }) => {
  const { page, come } = stage
  await come('/admin/keys')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Add key' }).click()
  const form = page.getByRole('dialog', { name: 'Add API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Booking system')
  await form.getByRole('checkbox', { name: 'Read chats and messages' }).check()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Copy your API key' })
  await expect(shown).toContainText('You won’t see this key again.')
  const token = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(token).toMatch(/^ply_/)
  await expectUsable(stage)
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Booking system' })).toContainText('Never used')
  await expect(page.locator('body')).not.toContainText(token)
})

test('API keys: one that is replaced is shown, too', async ({ stage }) => {
  const { page, clinic, come } = stage
  addBookings(clinic)
  await come('/admin/keys')
  await page.getByRole('button', { name: 'Replace Booking system' }).click()
  await page.getByRole('dialog', { name: 'Replace API key' }).getByRole('button', { name: 'Replace' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy your API key' })
  await expect(shown.getByRole('textbox', { name: 'API key' })).toHaveValue(/^ply_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Booking system' })).toContainText('The replaced key works')
})
