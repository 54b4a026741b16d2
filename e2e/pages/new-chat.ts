import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'

/** The view of a new chat: who it is for, and its first message. */
export function newMessage(page: Page | FrameLocator) {
  const view = page.getByRole('region', { name: 'New chat', exact: true })
  return {
    view,
    to: view.getByRole('combobox', { name: 'To' }),
    /** The names of the recipients. */
    chips: view.getByRole('list', { name: 'Recipients' }).getByRole('listitem').locator('bdi'),
    options: view.getByRole('option'),
    /** The groups of the list. */
    groups: view.getByRole('listbox', { name: 'Matches' }).getByRole('group'),
    text: view.getByRole('textbox', { name: 'Write to' }),
    send: view.getByRole('button', { name: 'Send', exact: true }),
    line: view.getByRole('button', { name: /^From / }),
    relay: (answer: string) => view.getByRole('radio', { name: answer }),
    alert: view.getByRole('alert'),
    moreOptions: view.getByRole('button', { name: 'More options' }),
    close: view.getByRole('button', { name: 'Discard new chat' }),
  }
}

/** The modal Create New Chat, and the one for a new contact on top of it. */
export function newChat(page: Page | FrameLocator) {
  const dialog = page.getByRole('dialog', { name: 'Create New Chat' })
  const mobile = page.getByRole('dialog', { name: 'New External Mobile' })
  const members = dialog.getByRole('combobox', { name: 'Members' })
  return {
    dialog,
    number: dialog.getByRole('combobox', { name: 'Number' }),
    name: dialog.getByRole('textbox', { name: 'Chat name' }),
    members,
    relay: (answer: string) => dialog.getByRole('radio', { name: answer }),
    chosen: dialog.getByRole('list', { name: 'Chosen members' }).getByRole('listitem'),
    save: dialog.getByRole('button', { name: 'Save' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    problem: dialog.getByRole('alert'),

    /** Opens it from the list. */
    async open() {
      await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
      await newMessage(page).moreOptions.click()
    },

    async chooseNumber(name: string) {
      await dialog.getByRole('combobox', { name: 'Number' }).click()
      await page.getByRole('option', { name }).click()
    },

    async add(term: string, option: string) {
      await members.click()
      await members.pressSequentially(term)
      await page.getByRole('option', { name: option }).click()
    },

    async remove(name: string) {
      await dialog.getByRole('button', { name: `Remove ${name}` }).click()
    },

    async createContact({ number, name }: { number: string; name: string }) {
      await dialog.getByRole('button', { name: 'Create Mobile' }).click()
      await mobile.getByRole('textbox', { name: 'Number' }).fill(number)
      await mobile.getByRole('textbox', { name: 'Name' }).fill(name)
      await mobile.getByRole('button', { name: 'Add' }).click()
      await mobile.waitFor({ state: 'hidden' })
    },
  }
}

/** The modal for a chat on Billing, with Dana and the two default users of the line. */
export async function openNewChat(page: Page) {
  const modal = newChat(page)
  await modal.open()
  await modal.chooseNumber('Billing')
  await expect(modal.chosen).toHaveCount(3)
  return modal
}
