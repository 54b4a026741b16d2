import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { signIn } from '@partyline/driver'
import { ADMIN_FORMS } from '../pages/admin-forms/index.ts'
import type { AdminForm, Frame } from '../pages/admin-forms/admin-form.ts'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { formKeys } from '../pages/form-keys.ts'
import { expectUsable } from '../pages/sizes.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const ADMIN = path.resolve(import.meta.dirname, '../../apps/web/src/admin')
/** Input for the forms. */
const IS_FORM = /<form\b|<ModalBody\b|openModal\(confirmationModal/
/** Timeout for all forms in sequence on a busy machine. */
const ALL_FORMS_MS = 180_000
/** The browser's console error for a response that the test causes. */
const REFUSED = /the server responded with a status of (400|409)/

test('all forms of the administration are in the list', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: ADMIN })
  const withForms = files.filter((file) => IS_FORM.test(readFileSync(path.join(ADMIN, file), 'utf8')))
  expect(withForms.toSorted()).toEqual([...new Set(ADMIN_FORMS.map(({ source }) => source))].toSorted())
})

const formIn = (frame: Frame, { title, way }: AdminForm) =>
  frame.getByRole(way(frame).length > 0 ? 'dialog' : 'region', { name: title, exact: true })

for (const one of ADMIN_FORMS) {
  test(`${one.title}: filled in by keyboard, with invalid and valid input, at every size in every theme`, async ({
    openBrowser,
    complaints,
  }) => {
    const dana = await signIn(appUrl(), DANA)
    await one.before?.(dana)
    const page = await openBrowser({ reducedMotion: 'reduce' })
    await openAdmin(page, one.address)
    const keys = formKeys(page)
    const form = formIn(page, one)
    const way = one.way(page)
    for (const button of way) await keys.press(button)
    await expect(form).toBeVisible()
    const sitting = { page, form, keys }
    await one.refused(sitting)
    forgive(complaints, REFUSED)
    await expectUsable({ page, frame: page }, one.title)
    await one.taken(sitting)
    if (way.length > 0) await expect(form).toBeHidden()
    // Keyboard users continue where they were.
    await expect(page.locator(':focus')).toBeVisible()
    await one.after?.(dana)
  })
}

test('inside Teams, every form shows its errors and is accessible in every theme', async ({
  openBrowser,
  complaints,
}) => {
  test.setTimeout(ALL_FORMS_MS)
  const dana = await signIn(appUrl(), DANA)
  const page = await openBrowser({ reducedMotion: 'reduce' })
  for (const [address, forms] of Map.groupBy(ADMIN_FORMS, (form) => form.address)) {
    const { frame } = await openTeams(page, { subPageId: address.slice(1) })
    for (const one of forms) {
      await one.before?.(dana)
      if (one.before) await frame.locator('html').evaluate('location.reload()')
      for (const button of one.way(frame)) await button.click()
      const form = formIn(frame, one)
      await one.refused({ page, form, keys: formKeys(page) })
      await expectUsable({ page, frame }, one.title)
      for (const _ of one.way(frame)) await page.keyboard.press('Escape')
      await expect(frame.getByRole('dialog')).toHaveCount(0)
      await one.after?.(dana)
    }
  }
  forgive(complaints, REFUSED)
})
