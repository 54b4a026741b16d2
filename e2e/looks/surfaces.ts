import type { ChatsPage } from '../pages/chats-page.ts'

/** Where the app is shown: its device, and its address. */
export const SURFACES = {
  'at 1366×768': { device: 'laptop', address: '/' },
  'at 390×844': { device: 'phone', address: '/' },
  'in Teams': { device: 'laptop', address: '/teams-app' },
} as const

export type Surface = (typeof SURFACES)[keyof typeof SURFACES]

/** Opens the menu of the person or, in Teams, of the list. */
export async function openMainMenu({ account, list }: ChatsPage, { address }: Surface): Promise<void> {
  if (address === '/') await account.click()
  else await list.getByRole('button', { name: /^More( Notifications paused|$)/ }).click()
}
