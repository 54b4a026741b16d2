import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formKeys } from '../pages/form-keys.ts'
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
  expect(withForms.toSorted()).toEqual([...new Set(ADMIN_FORMS.map(({ source }) => source))].toSorted())
})

for (const one of ADMIN_FORMS) {
  test(`Form: ${one.title}`, ({ stage }) => fillIn(stage, one))
}

/** By keyboard, with invalid and valid input. */
async function fillIn(stage: Stage, one: AdminForm) {
  const { page, clinic, come } = stage
  one.before?.(clinic)
  await come(one.address)
  const keys = formKeys(page)
  const way = one.way(page)
  const form = page.getByRole(way.length > 0 ? 'dialog' : 'region', { name: one.title, exact: true })
  for (const button of way) await keys.press(button)
  await expect(form).toBeVisible()
  const sitting = { page, form, keys }
  await one.refused(sitting)
  await expectUsable(stage)
  await one.taken(sitting)
  if (way.length > 0) await expect(form).toBeHidden()
  // Keyboard users continue where they were.
  await expect(page.locator(':focus')).toBeVisible()
}
