import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeTexts } from '../pages/arrange.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const OMAR = 'omar@lakeside.example'

/** A chat in which Omar has so many unread texts, below some that he has read. */
async function arrangeUnread(name: string, contact: { name: string; number: string }, count: number) {
  const chat = await arrangeChat({ name, contact })
  const omar = await client(appUrl(), OMAR)
  await omar.get('chats.join', { params: { chatId: chat.id } })
  await arrangeTexts(chat.id, ['Read one', 'Read two', 'Read three'])
  await omar.get('chats.viewChat', { params: { chatId: chat.id } })
  // Long ones, so that they do not fit on the screen.
  const texts = Array.from({ length: count }, (_, index) => `Unread ${index + 1}. ${'It goes on. '.repeat(20)}`)
  await arrangeTexts(chat.id, texts)
  return { chat, unread: async () => unreadOf(await omar.get('chats.search', { body: { mode: 'my' } }), chat.id) }
}

const unreadOf = (chats: readonly { id: string; unreadCount: number }[], chatId: string) =>
  chats.find(({ id }) => id === chatId)?.unreadCount

const chip = (page: Page) => page.getByRole('button', { name: /^Go to the first of/ })

for (const count of [5, 13, 60]) {
  test(`a chat with ${count} unread messages opens at the first, and reads only what is on screen`, async ({
    openBrowser,
  }) => {
    const name = `${count} unread`
    const contact = { name: `Ida ${count}`, number: `+120255561${String(count).padStart(2, '0')}` }
    const { unread } = await arrangeUnread(name, contact, count)
    const page = await openBrowser({ viewport: { width: 1366, height: 600 } })
    const app = await signIn(page, 'Omar Haddad')
    await app.open(name)
    await expect(page.getByText(`${count} new`, { exact: true })).toBeInViewport()
    await expect(app.message('Unread 1. ')).toBeInViewport()
    await expect(app.message(`Unread ${count}. `)).not.toBeInViewport()
    await expect.poll(unread).toBeLessThan(count)
    expect(await unread()).toBeGreaterThan(0)

    // Down to the end without a look at the rest: the way back to the first new message stays in reach.
    await page.getByRole('button', { name: 'Go to the newest message' }).click()
    await expect(app.message(`Unread ${count}. `)).toBeInViewport()
    if (count > 20) {
      await expect(chip(page)).toBeVisible()
      await chip(page).click()
      await expect(app.message('Unread 1. ')).toBeInViewport()
      await expect(chip(page)).toBeHidden()
    }
  })
}

test('a text that arrives at the end of an open chat is read at once, without a line', async ({ openBrowser }) => {
  const contact = { name: 'Ida Last', number: '+12025556199' }
  const { chat } = await arrangeUnread('At the end', contact, 1)
  const page = await openBrowser()
  const app = await signIn(page, 'Omar Haddad')
  await app.open('At the end')
  await expect(app.chat('At the end')).not.toContainText('unread message')
  await textFrom(contact.number, 'One more')
  await expect(app.message('One more')).toBeInViewport({ ratio: 1 })
  await expect(app.chat('At the end')).not.toContainText('unread message')
  await expect(page.getByText('1 new', { exact: true })).toHaveCount(1)
  const omar = await client(appUrl(), OMAR)
  await expect.poll(async () => (await omar.get('chats.get', { params: { chatId: chat.id } })).unreadCount).toBe(0)
})
