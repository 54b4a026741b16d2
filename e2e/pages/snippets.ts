import type { FrameLocator, Page } from '@playwright/test'
import { pendingMessages } from './pending.ts'

/** The list of snippets above the composer, and the dialogs in which they are managed. */
export function snippets(page: Page | FrameLocator) {
  const manage = page.getByRole('dialog', { name: 'Snippets' }).filter({ has: page.getByRole('heading') })
  const form = page.getByRole('dialog', { name: /^(New|Edit) snippet$/ })
  const options = page.getByRole('listbox', { name: 'Snippets' }).getByRole('option')
  const item = page.getByRole('menuitem', { name: 'Insert a snippet' })
  return {
    /** Opens the list with a search field. */
    open: async () => {
      await pendingMessages(page).more.click()
      await item.click()
    },
    item,
    list: page.getByRole('listbox', { name: 'Snippets' }),
    options,
    option: (name: string | RegExp) => options.filter({ hasText: name }),
    search: page.getByRole('combobox', { name: 'Search snippets' }),
    manage,
    add: manage.getByRole('button', { name: 'New snippet' }),
    edit: (name: string) => manage.getByRole('button', { name: `Edit ${name}` }),
    personal: manage.getByRole('list', { name: 'Only you' }).getByRole('listitem'),
    shared: manage.getByRole('list', { name: 'Everyone in your organization' }).getByRole('listitem'),
    close: manage.getByRole('button', { name: 'Close' }),
    form,
    name: form.getByRole('textbox', { name: 'Name' }),
    shortcut: form.getByRole('textbox', { name: 'Shortcut' }),
    text: form.getByRole('textbox', { name: 'Text' }),
    attach: form.getByRole('button', { name: 'Add pictures' }),
    files: form.getByRole('list', { name: 'Attached' }).getByRole('listitem'),
    everyone: form.getByRole('radio', { name: 'Everyone in your organization' }),
    save: form.getByRole('button', { name: 'Save' }),
    delete: form.getByRole('button', { name: 'Delete' }),
  }
}
