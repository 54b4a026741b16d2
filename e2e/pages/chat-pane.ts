import type { FrameLocator, Page } from '@playwright/test'

/** The right pane of a chat, and the modals that it opens. */
export function chatPane(page: Page | FrameLocator) {
  const pane = page.getByRole('region', { name: 'Details', exact: true })
  const more = pane.getByRole('button', { name: 'More actions' })
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  return {
    pane,
    change: pane.getByRole('button', { name: 'Chat settings' }),
    more,
    leave: page.getByRole('menuitem', { name: 'Leave chat' }),
    delete: page.getByRole('menuitem', { name: 'Delete chat' }),
    member: (name: string) => pane.getByRole('listitem').filter({ hasText: name }),
    /** Chooses an action of the menu. */
    async choose(
      action:
        | 'Share link'
        | 'Export conversation…'
        | 'Place on legal hold…'
        | 'Release legal hold…'
        | 'Leave chat'
        | 'Delete chat',
    ) {
      await more.click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    leaveDialog: page.getByRole('dialog', { name: 'Leave chat' }),
    deleteDialog: page.getByRole('dialog', { name: 'Delete chat' }),
    settings,
    name: settings.getByRole('textbox', { name: 'Chat name' }),
    members: settings.getByRole('combobox', { name: 'Members' }),
    chosen: settings.getByRole('list', { name: 'Chosen members' }).getByRole('listitem'),
    relay: (answer: string) => settings.getByRole('radio', { name: answer }),
    save: settings.getByRole('button', { name: /^Sav/ }),
  }
}
