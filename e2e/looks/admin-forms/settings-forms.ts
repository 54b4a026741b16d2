import type { CallName } from '@partyline/contract'
import { expect } from '@playwright/test'
import { expectWrong } from '../../pages/form-keys.ts'
import { REASON, refuse } from '../calls.ts'
import { pressing } from './admin-form.ts'
import type { AdminForm, Sitting } from './admin-form.ts'

const NO_NAME = 'Name should be defined.'

const nameOf = ({ form }: Sitting) => form.getByRole('textbox', { name: 'Name' })

/** Forms of the organization and its users. */
export const SETTINGS_FORMS: readonly AdminForm[] = [
  {
    title: 'Organization',
    source: 'organization/tenant-settings.tsx',
    address: '/admin',
    way: () => [],
    async refused(sitting) {
      const { page, keys } = sitting
      await keys.write(nameOf(sitting), ' ')
      await page.keyboard.press('Enter')
      await expectWrong(nameOf(sitting), NO_NAME, ' ')
      await keys.write(nameOf(sitting), 'Lakeside Clinic West')
      await expectRefusedInPlace(sitting, 'settings.updateTenant')
    },
    async taken({ page, form }) {
      await page.keyboard.press('Enter')
      await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
      await expect(form.getByRole('alert')).toBeHidden()
    },
  },
  {
    title: 'Opening hours',
    source: 'hours/opening-hours.tsx',
    address: '/admin',
    way: () => [],
    async refused(sitting) {
      const { page, keys } = sitting
      await pressing('Add holiday')(sitting)
      await pressing('Save')(sitting)
      await expectWrong(nameOf(sitting), 'Name the holiday.', '')
      await keys.write(nameOf(sitting), 'Thanksgiving')
      await expectRefusedInPlace(sitting, 'settings.updateTenant')
      await page.keyboard.press('End')
    },
    async taken({ page, form }) {
      await page.keyboard.press('Enter')
      await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
      await expect(form.getByRole('alert')).toBeHidden()
    },
  },
  {
    title: 'Add User',
    source: 'people/edit-user-modal.tsx',
    address: '/admin/people',
    way: (page) => [page.getByRole('button', { name: 'Add user' })],
    async refused(sitting) {
      const { form, keys, page } = sitting
      const person = form.getByRole('combobox', { name: 'Name' })
      await keys.write(person, 'zz')
      await expect(form.getByRole('option', { name: 'No one in your directory has this name.' })).toBeVisible()
      await page.keyboard.press('Escape')
      await pressing('Add')(sitting)
      await expectWrong(person, 'Id should be defined.', 'zz')
    },
    async taken(sitting) {
      const { form, keys, page } = sitting
      await keys.write(form.getByRole('combobox', { name: 'Name' }), 'ruth')
      await expect(form.getByRole('option', { name: 'Ruth Alvarez' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(form.getByRole('combobox', { name: 'Name' })).toHaveValue('Ruth Alvarez')
      await keys.choose(form.getByRole('combobox', { name: 'Role' }), 'Admin')
      await pressing('Add')(sitting)
    },
  },
  {
    title: 'Edit User',
    source: 'people/edit-user-modal.tsx',
    address: '/admin/people',
    way: (page) => [page.getByRole('button', { name: 'Edit Omar Haddad' })],
    async refused(sitting) {
      const { keys } = sitting
      await keys.write(nameOf(sitting), ' ')
      await pressing('Save')(sitting)
      await expectWrong(nameOf(sitting), NO_NAME, ' ')
      await keys.write(nameOf(sitting), 'Omar Haddad-Roy')
      await expectRefusedInPlace(sitting, 'settings.updateUser')
    },
    async taken(sitting) {
      const { form, keys } = sitting
      await keys.choose(form.getByRole('combobox', { name: 'Role' }), 'Admin')
      await keys.press(form.getByRole('switch', { name: 'Enabled' }), 'Space')
      await pressing('Save')(sitting)
    },
  },
]

/** If submission from the name field is refused, the form keeps the input, and the focus stays in the name. */
async function expectRefusedInPlace(sitting: Sitting, call: CallName) {
  const { page, form } = sitting
  const written = await nameOf(sitting).inputValue()
  const undo = await refuse(page, call)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText(REASON)
  await expect(nameOf(sitting)).toBeFocused()
  await expect(nameOf(sitting)).toHaveValue(written)
  await undo()
}
