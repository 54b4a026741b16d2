import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { formKeys } from '../pages/form-keys.ts'
import { moveTo } from '../pages/keyboard.ts'
import type { AdminForm } from './admin-forms/admin-form.ts'
import { ADMIN_FORMS } from './admin-forms/index.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

const ADMIN = path.resolve(import.meta.dirname, '../../apps/web/src/admin')
/** Input for the forms. */
const IS_FORM = /<form\b|<ModalBody\b|openModal\(confirmationModal/

test('Form: all forms of the administration are here', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: ADMIN })
  const withForms = files.filter((file) => IS_FORM.test(readFileSync(path.join(ADMIN, file), 'utf8')))
  // These have scenes of their own in archive.test.ts, api-keys.test.ts, and setup.test.ts.
  const others = ['archive/archive-card.tsx', 'keys/key-token-modal.tsx', 'setup/trial.tsx']
  const sources = new Set([...ADMIN_FORMS.map(({ source }) => source), ...others])
  expect(withForms.toSorted()).toEqual([...sources].toSorted())
})

for (const one of ADMIN_FORMS) {
  test(`Form: ${one.title}`, ({ stage }) => fillIn(stage, one))
}

/** Dialogs that do something, and save nothing that was written in them. */
const COMMANDS = [
  'Replace secret',
  'Delete webhook',
  'Replace API key',
  'Revoke API key',
  'Delete Number',
  'Import contacts',
  'Update info from Twilio',
  'Point it to Partyline',
]
/** An added webhook or key is shown instead. */
const NOT_SAVED = new Set([...COMMANDS, 'Add webhook', 'Add API key'])
/** There is nothing to discard but a search, or a choice that is quickly made again. */
const ASK_NOTHING = new Set([...COMMANDS, 'Add User', 'Use Twilio number', 'Stop using Twilio number'])

/** Closing a dialog asks before it discards what was typed. */
async function expectAsks(page: Page, form: Locator) {
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(form).toBeVisible()
}

/** Seen, and heard once. */
async function expectSaved(page: Page) {
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('Saved')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toHaveCount(1)
}

test('Form: “Saved” soon makes room again', async ({ stage: { page, come, look } }) => {
  await come('/admin')
  await page.getByRole('switch', { name: 'Sign texts with the sender’s name' }).check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expectSaved(page)
  await look()
  // A toast with Undo stays for 10 s.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden({ timeout: 6_000 })
})

/** By keyboard, with invalid and valid input. */
async function fillIn(stage: Stage, one: AdminForm) {
  const { page, clinic, come } = stage
  one.before?.(clinic)
  await come(one.address)
  const keys = formKeys(page)
  const way = one.way(page)
  const form = page.getByRole(way.length > 0 ? 'dialog' : 'region', { name: one.title, exact: true })
  for (const button of way) {
    if ((await button.getAttribute('role')) === 'menuitem') await moveTo(page, button, 'ArrowDown')
    await keys.press(button)
  }
  await expect(form).toBeVisible()
  const sitting = { page, form, keys }
  await one.refused(sitting)
  await expectUsable(stage)
  if (way.length > 0 && !ASK_NOTHING.has(one.title)) await expectAsks(page, form)
  await one.taken(sitting)
  if (way.length > 0) await expect(form).toBeHidden()
  if (!NOT_SAVED.has(one.title)) await expectSaved(page)
  // Keyboard users continue where they were.
  await expect(page.locator(':focus')).toBeVisible()
}
