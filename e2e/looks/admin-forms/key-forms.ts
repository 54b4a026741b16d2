import { apiKey } from '@partyline/contract'
import type { ApiKey } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectWrong } from '../../pages/form-keys.ts'
import { expectRefusal, pressing } from './admin-form.ts'
import type { AdminForm, Sitting } from './admin-form.ts'

const NO_NAME = 'Name should be defined.'

const nameOf = ({ form }: Sitting) => form.getByRole('textbox', { name: 'Name' })
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A key that was used, for two lines. */
export function addBookings(clinic: Clinic, other: { [Field in keyof ApiKey]?: string } = {}): void {
  clinic.keys.push(
    apiKey.parse({
      id: '0b6a3f1e-5f0e-4d0c-9f0a-6a1f1c2b3d4e',
      name: 'Booking system',
      scopes: ['read', 'send'],
      lines: clinic.lines.slice(0, 2).map(({ id }) => id),
      lastFour: 'x7Qk',
      createdOn: '2026-11-01T09:00:00.000Z',
      lastUsedOn: '2026-11-18T09:41:00.000Z',
      endsAt: '2099-06-30T21:59:00.000Z',
      previousUntil: null,
      revokedOn: null,
      ...other,
    }),
  )
}

/** Forms of API keys. */
export const KEY_FORMS: readonly AdminForm[] = [
  {
    title: 'Add API key',
    source: 'keys/add-key-modal.tsx',
    address: '/admin/keys',
    way: (page) => [buttonOf(page, 'Add key')],
    async refused(sitting) {
      const { form, keys } = sitting
      await pressing('Add')(sitting)
      await expectWrong(nameOf(sitting), NO_NAME, '')
      await expect(form.getByRole('alert')).toContainText('Choose at least one permission.')
      await keys.write(nameOf(sitting), 'Booking system')
      await pressing('Add')(sitting)
      await expect(form.getByRole('checkbox', { name: 'Read chats and messages' })).toBeFocused()
      await expect(form.getByRole('checkbox', { name: 'Read chats and messages' })).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await keys.press(form.getByRole('checkbox', { name: 'Send texts and start chats' }), 'Space')
      await keys.press(form.getByRole('checkbox', { name: 'All lines', exact: true }), 'Space')
      await pressing('Add')(sitting)
      await expect(form.getByRole('alert')).toContainText('Choose at least one line, or all lines.')
      await expect(form.getByRole('checkbox', { name: 'All lines', exact: true })).toBeFocused()
      await keys.press(form.getByRole('checkbox', { name: 'All lines', exact: true }), 'Space')
      await expectRefusal(sitting, 'keys.create', 'Add')
    },
    taken: pressing('Add'),
  },
  {
    title: 'Edit API key',
    source: 'keys/edit-key-modal.tsx',
    address: '/admin/keys',
    before: addBookings,
    way: (page) => [page.getByRole('button', { name: 'Edit Booking system' })],
    async refused(sitting) {
      await sitting.keys.write(nameOf(sitting), 'Bookings')
      await expectRefusal(sitting, 'keys.update', 'Save')
    },
    taken: pressing('Save'),
  },
  {
    title: 'Replace API key',
    source: 'keys/keys-page.tsx',
    address: '/admin/keys',
    before: addBookings,
    way: (page) => [page.getByRole('button', { name: 'Replace Booking system' })],
    refused: (sitting) => expectRefusal(sitting, 'keys.rotate', 'Replace'),
    taken: pressing('Replace'),
  },
  {
    title: 'Revoke API key',
    source: 'keys/keys-page.tsx',
    address: '/admin/keys',
    before: addBookings,
    way: (page) => [page.getByRole('button', { name: 'Revoke Booking system' })],
    refused: (sitting) => expectRefusal(sitting, 'keys.revoke', 'Revoke'),
    taken: pressing('Revoke'),
  },
]
