import type { FrameLocator, Page } from '@playwright/test'

/** Actions on a chat as a whole: in its header, its row, and the pickers. */
export function triage(page: Page | FrameLocator) {
  const toast = page.getByRole('region', { name: 'Notifications' })
  const picker = page.getByRole('dialog', { name: 'Assign' })
  return {
    toast,
    undo: toast.getByRole('button', { name: 'Undo' }),
    done: page.getByRole('button', { name: 'Mark as done', exact: true }),
    snooze: page.getByRole('button', { name: 'Snooze', exact: true }),
    claim: page.getByRole('button', { name: 'Claim', exact: true }),
    assign: page.getByRole('button', { name: /^Assign/ }),
    reopen: page.getByRole('button', { name: 'Reopen', exact: true }),
    /** The menu button of a narrow header. */
    more: page.getByRole('button', { name: 'Chat actions', exact: true }),
    item: (name: string) => page.getByRole('menuitem', { name }),
    notify: (choice: string) => page.getByRole('menuitemradio', { name: choice }),
    rowMenu: (chat: string) => page.getByRole('button', { name: `Actions for ${chat}` }),
    picker,
    findPerson: picker.getByRole('combobox', { name: 'Find a person' }),
    person: (name: string | RegExp) => picker.getByRole('option', { name }),
  }
}
