import type { Page } from '@playwright/test'
import { appUrl } from './addresses.ts'
import { chatsPage } from './chats-page.ts'
import type { ChatsPage } from './chats-page.ts'

/** Presses the button of the sign-in page and chooses a person at Microsoft. */
export async function pickAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name }).click()
}

/** Opens the app and signs somebody in, up to their chat list. */
export async function signIn(page: Page, name: string): Promise<ChatsPage> {
  await page.goto(appUrl())
  await pickAccount(page, name)
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  return chatsPage(page)
}
