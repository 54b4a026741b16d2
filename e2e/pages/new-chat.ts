import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import type { ChatsPage } from './chats-page.ts'

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
    chosen: dialog.getByRole('list', { name: 'Chosen members' }).getByRole('listitem'),
    save: dialog.getByRole('button', { name: 'Save' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    problem: dialog.getByRole('alert'),

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
export async function openNewChat(page: Page, app: ChatsPage) {
  await app.newChat.click()
  const modal = newChat(page)
  await modal.chooseNumber('Billing')
  await expect(modal.chosen).toHaveCount(3)
  return modal
}
