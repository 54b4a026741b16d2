import type { Clinic } from '@partyline/web/looks'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseFiles } from '../../pages/attach.ts'
import { moveTo } from '../../pages/keyboard.ts'
import { expectWrong } from '../../pages/form-keys.ts'
import { addContacts } from '../arrange.ts'
import { REASON, refuse } from '../calls.ts'
import { expectRefusal, pressing } from './admin-form.ts'
import type { AdminForm, Sitting } from './admin-form.ts'

const CONTACT = { name: 'Petra Lindner', number: '+12025550961' }
/** The number of one of the clinic's contacts. */
const HENRYS_NUMBER = '+12025550188'
const NO_NAME = 'Name should be defined.'

const nameOf = ({ form }: Sitting) => form.getByRole('textbox', { name: 'Name' })
const numberOf = ({ form }: Sitting) => form.getByRole('textbox', { name: 'Number' })
const editOf = (page: Page) => page.getByRole('button', { name: `Edit ${CONTACT.name}` })

/** Forms of contacts. */
export const CONTACT_FORMS: readonly AdminForm[] = [
  {
    title: 'Add mobile number',
    source: 'contacts/edit-contact-modal.tsx',
    address: '/admin/contacts',
    way: (page) => [page.getByRole('button', { name: 'Add contact' })],
    async refused(sitting) {
      const { form, page, keys } = sitting
      await expect(numberOf(sitting)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(nameOf(sitting)).toHaveAccessibleDescription(NO_NAME)
      await expectWrong(numberOf(sitting), 'Number should be defined.', '')
      await keys.write(numberOf(sitting), '12')
      await keys.write(nameOf(sitting), CONTACT.name)
      await page.keyboard.press('Enter')
      await expectWrong(numberOf(sitting), 'Number should be a valid phone number.', '12')
      const undo = await refuse(page, 'numbers.addMobile', 'number-exists', { field: 'number' })
      await keys.write(numberOf(sitting), HENRYS_NUMBER)
      await page.keyboard.press('Enter')
      await expectWrong(numberOf(sitting), REASON, HENRYS_NUMBER)
      await undo()
      await expect(nameOf(sitting)).toHaveValue(CONTACT.name)
      await expect(form.getByRole('alert')).toContainText('Entered data is incorrect')
    },
    async taken(sitting) {
      await sitting.keys.write(numberOf(sitting), '(202) 555-0961')
      await sitting.page.keyboard.press('Enter')
    },
  },
  {
    title: 'Edit mobile number',
    source: 'contacts/edit-contact-modal.tsx',
    address: '/admin/contacts',
    way: (page) => [editOf(page)],
    before: add,
    async refused(sitting) {
      await expect(numberOf(sitting)).toHaveAttribute('readonly')
      await sitting.keys.write(nameOf(sitting), ' ')
      await pressing('Save')(sitting)
      await expectWrong(nameOf(sitting), NO_NAME, ' ')
    },
    async taken(sitting) {
      const { form, keys } = sitting
      await keys.write(nameOf(sitting), 'Petra Lindner-Voss')
      await keys.press(form.getByRole('switch', { name: 'Enabled' }), 'Space')
      await pressing('Save')(sitting)
    },
  },
  {
    title: 'Delete Number',
    source: 'contacts/edit-contact-modal.tsx',
    address: '/admin/contacts',
    way: (page) => [editOf(page), page.getByRole('button', { name: 'Delete', exact: true })],
    before: add,
    async refused(sitting) {
      await expect(sitting.form).toContainText("You're going to delete mobile number. Are you sure?")
      await expectRefusal(sitting, 'settings.deleteMobileNumber', 'Delete')
    },
    taken: pressing('Delete'),
  },
  {
    title: 'Import contacts',
    source: 'contacts/import/import-contacts-modal.tsx',
    address: '/admin/contacts',
    way: (page) => [page.getByRole('button', { name: 'Import' })],
    async refused(sitting) {
      await chooseFile(sitting, 'Choose a file', '')
      await expect(sitting.form.getByRole('alert')).toContainText('This file has no contacts.')
    },
    async taken(sitting) {
      const { form } = sitting
      await chooseFile(
        sitting,
        'Choose another file',
        `Name,Number\nA wrong one,12\n${CONTACT.name},${CONTACT.number}\n`,
      )
      await expect(form.getByText('1 new contact')).toBeVisible()
      await expect(form.getByRole('alert')).toBeHidden()
      await pressing('Import 1 contact')(sitting)
    },
  },
]

async function chooseFile({ page, form }: Sitting, button: string, csv: string) {
  const choose = form.getByRole('button', { name: button })
  await moveTo(page, choose)
  const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await chooseFiles(page, () => page.keyboard.press('Enter'), file)
  await expect(form.getByRole('button', { name: /^Choose/ })).toBeFocused()
}

function add(clinic: Clinic) {
  addContacts(clinic, [CONTACT])
}
