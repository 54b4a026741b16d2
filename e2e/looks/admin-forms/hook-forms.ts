import { expect } from '@playwright/test'
import { expectWrong } from '../../pages/form-keys.ts'
import { expectRefusal, pressing } from './admin-form.ts'
import type { AdminForm, Sitting } from './admin-form.ts'

const HOST = 'prod-12.eastus.logic.azure.com'
const NO_URL = 'Enter an address that begins with https://.'

const urlOf = ({ form }: Sitting) => form.getByRole('textbox', { name: 'Address' })
const more = { name: `More actions for ${HOST}` }

/** Forms of webhooks. */
export const HOOK_FORMS: readonly AdminForm[] = [
  {
    title: 'Add webhook',
    source: 'hooks/edit-hook-modal.tsx',
    address: '/admin/webhooks',
    way: (page) => [page.getByRole('button', { name: 'Add webhook' })],
    async refused(sitting) {
      const { keys } = sitting
      await keys.write(urlOf(sitting), 'crm')
      await pressing('Add')(sitting)
      await expectWrong(urlOf(sitting), NO_URL, 'crm')
      await keys.write(urlOf(sitting), 'https://crm.example.com/events')
      await expectRefusal(sitting, 'hooks.create', 'Add')
    },
    async taken(sitting) {
      const { page, form, keys } = sitting
      await keys.press(form.getByRole('checkbox', { name: 'A contact opts out' }), 'Space')
      await pressing('Add')(sitting)
      const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
      await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
      await expect(shown.getByRole('textbox', { name: 'Secret' })).toBeFocused()
      await keys.press(shown.getByRole('button', { name: 'Done' }))
      await expect(shown).toBeHidden()
    },
  },
  {
    title: 'Edit webhook',
    source: 'hooks/edit-hook-modal.tsx',
    address: '/admin/webhooks',
    way: (page) => [page.getByRole('button', { name: `Edit ${HOST}` })],
    async refused(sitting) {
      const { form, keys } = sitting
      for (const name of ['A text arrives', 'A text is delivered, or isn’t']) {
        await keys.press(form.getByRole('checkbox', { name }), 'Space')
      }
      await pressing('Save')(sitting)
      await expect(form.getByRole('alert')).toContainText('Choose at least one event.')
      await expect(form.getByRole('checkbox', { name: 'A text arrives' })).toHaveAttribute('aria-invalid', 'true')
      await keys.press(form.getByRole('checkbox', { name: 'A chat is assigned' }), 'Space')
      await expectRefusal(sitting, 'hooks.update', 'Save')
    },
    async taken(sitting) {
      const { form, keys } = sitting
      await keys.press(form.getByRole('switch', { name: 'Enabled' }), 'Space')
      await pressing('Save')(sitting)
    },
  },
  {
    title: 'Replace secret',
    source: 'hooks/hook-secret-modal.tsx',
    address: '/admin/webhooks',
    way: (page) => [page.getByRole('button', more), page.getByRole('menuitem', { name: 'Replace secret' })],
    refused: (sitting) => expectRefusal(sitting, 'hooks.rotate', 'Replace'),
    async taken(sitting) {
      const { page, keys } = sitting
      await pressing('Replace')(sitting)
      const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
      await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
      await expect(shown.getByRole('textbox', { name: 'Secret' })).toBeFocused()
      await keys.press(shown.getByRole('button', { name: 'Done' }))
      await expect(shown).toBeHidden()
    },
  },
  {
    title: 'Delete webhook',
    source: 'hooks/hook-card.tsx',
    address: '/admin/webhooks',
    way: (page) => [page.getByRole('button', more), page.getByRole('menuitem', { name: 'Delete' })],
    refused: (sitting) => expectRefusal(sitting, 'hooks.delete', 'Delete'),
    async taken(sitting) {
      await pressing('Delete')(sitting)
      await expect(sitting.page.getByText('No webhooks yet')).toBeVisible()
    },
  },
]
