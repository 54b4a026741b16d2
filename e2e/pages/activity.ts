import type { Page } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'

/** The activity feed in the sandbox's Teams window. */
export function activity(page: Page) {
  const panel = page.getByRole('region', { name: 'Activity' })
  return {
    bell: page.getByRole('button', { name: 'Activity' }),
    panel,
    newest: panel.getByRole('button').first(),
  }
}

/** The activities about a chat that Teams shows a person, newest first. */
export async function activitiesOf(login: string, chatId: string): Promise<string[]> {
  const response = await fetch(`${sandboxUrl()}/sandbox/teams/${login}/feed`)
  const feed = (await response.json()) as { text: string; webUrl: string }[]
  return feed.filter(({ webUrl }) => webUrl.includes(chatId)).map(({ text }) => text)
}
