import { readFile } from 'node:fs/promises'
import { PAGE } from '@partyline/contract'
import type { ChatId } from '@partyline/contract'
import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeTexts } from '../pages/arrange.ts'
import { MEADOW } from '../pages/attach.ts'
import { fileFrom, textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const OMAR = 'omar@lakeside.example'

/** Messages that carry a picture: one at the top, and one on the last screen. */
const hasPicture = (position: number, count: number) => position === 3 || position === count - 1

/** A chat in which Omar has this many unread texts, below some that he has read. */
async function arrangeUnread(name: string, contact: { name: string; number: string }, count: number) {
  const chat = await arrangeChat({ name, contact })
  const omar = await client(appUrl(), OMAR)
  const me: string = (await omar.get('users.me')).id
  await omar.get('chats.join', { params: { chatId: chat.id } })
  await arrangeTexts(chat.id, ['Read one', 'Read two', 'Read three'])
  await omar.get('chats.viewChat', { params: { chatId: chat.id } })
  for (let position = 1; position <= count; position += 1) {
    // Each has several rows, so that they do not all fit on the screen.
    const text = `Unread ${position}. ${'It goes on. '.repeat(position % 3 === 0 ? 20 : 5)}`
    if (hasPicture(position, count)) await receivePicture(chat.id, contact.number, text)
    else await arrangeTexts(chat.id, [text])
  }
  /** The texts that Omar has read. */
  const readTexts = async () => {
    const query = { limit: PAGE.maxMessages }
    const messages = await omar.get('messages.list', { params: { chatId: chat.id }, query })
    return messages.filter(({ delivery }) => delivery.some(({ memberId }) => memberId === me)).map(({ text }) => text)
  }
  return {
    unread: async () => unreadOf(await omar.get('chats.search', { body: { mode: 'my' } }), chat.id),
    /** Indexes of the texts that Omar has read since. */
    read: async () => (await readTexts()).flatMap((text) => /^Unread (\d+)/.exec(text)?.slice(1).map(Number) ?? []),
    hasRead: async (text: string) => (await readTexts()).includes(text),
  }
}

/** Sends a picture from the contact, and waits until it has arrived. */
async function receivePicture(chatId: ChatId, number: string, text: string) {
  await fileFrom(number, text, { contentType: 'image/png', bytes: await readFile(MEADOW) })
  const omar = await client(appUrl(), OMAR)
  await expect
    .poll(async () => (await omar.get('chats.get', { params: { chatId } })).messages.at(-1)?.media.length)
    .toBe(1)
}

const unreadOf = (chats: readonly { id: string; unreadCount: number }[], chatId: string) =>
  chats.find(({ id }) => id === chatId)?.unreadCount

const chip = (page: Page) => page.getByRole('button', { name: /^Go to the first of/ })

test('a chat with unread messages, two with pictures, opens at the first and reads only what is on screen', async ({
  openBrowser,
}) => {
  const count = 13
  const name = 'Many unread'
  const contact = { name: 'Ida Many', number: '+12025556113' }
  const { unread, read, hasRead } = await arrangeUnread(name, contact, count)
  const page = await openBrowser({ viewport: { width: 1366, height: 600 } })
  const app = await signIn(page, 'Omar Haddad')
  await app.open(name)
  await expect(page.getByText(`${count} new`, { exact: true })).toBeInViewport()
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect(app.message(`Unread ${count}. `)).not.toBeInViewport()
  await expect.poll(unread).toBeLessThan(count)
  const atFirst = await read()
  for (const position of atFirst) await expect(app.message(`Unread ${position}. `)).toBeInViewport()

  // Jump to the end: skipped messages stay unread, and the first new message stays reachable.
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect(app.message(`Unread ${count}. `)).toBeInViewport()
  await expect.poll(read).toContain(count)
  const atEnd = (await read()).filter((position) => !atFirst.includes(position))
  for (const position of atEnd) await expect(app.message(`Unread ${position}. `)).toBeInViewport()
  await expect(chip(page)).toHaveText(`${await unread()} new`)
  await chip(page).click()
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect(chip(page)).toBeHidden()

  // A text that arrives at the end of the open chat is read at once.
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await textFrom(contact.number, 'One more')
  await expect(app.message('One more')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => hasRead('One more')).toBe(true)
})
