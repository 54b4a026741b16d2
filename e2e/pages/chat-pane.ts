import type { FrameLocator, Page } from '@playwright/test'

/** The right pane of a chat, and the modals that it opens. */
export function chatPane(page: Page | FrameLocator) {
  const pane = page.getByRole('region', { name: 'Members', exact: true })
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  return {
    pane,
    change: pane.getByRole('button', { name: 'Chat settings' }),
    leave: pane.getByRole('button', { name: 'Leave chat' }),
    delete: pane.getByRole('button', { name: 'Delete chat' }),
    member: (name: string) => pane.getByRole('listitem').filter({ hasText: name }),
    leaveDialog: page.getByRole('dialog', { name: 'Leave chat' }),
    deleteDialog: page.getByRole('dialog', { name: 'Delete chat' }),
    settings,
    name: settings.getByRole('textbox', { name: 'Chat name' }),
    members: settings.getByRole('combobox', { name: 'Members' }),
    chosen: settings.getByRole('list', { name: 'Chosen members' }).getByRole('listitem'),
    relay: settings.getByRole('switch'),
    save: settings.getByRole('button', { name: /^Sav/ }),
  }
}
