import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import type { ChatsPage } from './chats-page.ts'

/** The screen at `/notifications`. In the Teams window it is in a frame. */
export function notificationSettings(page: Page | FrameLocator) {
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const when = section('When')
  const devices = section('Devices with push')
  /** Its description is a part of the name. */
  const choice = (name: string) => section('This device').getByRole('radio', { name: new RegExp(`^${name}`) })
  return {
    device: section('This device'),
    choice,
    /** The choice changes only after the browser has allowed it. */
    async choose(name: string) {
      await choice(name).click()
      await expect(choice(name)).toBeChecked()
    },
    sendTest: page.getByRole('button', { name: 'Send a test' }),
    result: section('This device').getByRole('status'),
    when,
    pause: when.getByRole('group', { name: 'Pause notifications' }),
    hours: when.getByRole('group', { name: 'Working hours' }),
    save: when.getByRole('button', { name: 'Save' }),
    inTeams: page.getByRole('switch', { name: 'Also notify me in Teams' }),
    last: section('Why you were or weren’t notified'),
    devices,
    remove: (device: string) => devices.getByRole('button', { name: `Remove: ${device}` }),
    back: page.getByRole('button', { name: 'Back to chats' }),
  }
}

/** Opens the settings from the account menu. */
export async function openNotificationSettings(page: Page, { account }: ChatsPage) {
  await account.click()
  await page.getByRole('menuitem', { name: 'Notification settings' }).click()
  return notificationSettings(page)
}

/** Chooses what this browser notifies of, and goes back to the chats. */
export async function chooseNotifications(page: Page, app: ChatsPage, choice: string): Promise<void> {
  const settings = await openNotificationSettings(page, app)
  await settings.choose(choice)
  await settings.back.click()
  await app.list.waitFor()
}
