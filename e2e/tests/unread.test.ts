import { readFile } from 'node:fs/promises'
import { PAGE } from '@partyline/contract'
import type { ChatId } from '@partyline/contract'
import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeTexts } from '../pages/arrange.ts'
import { MEADOW } from '../pages/attach.ts'
import { answer, wholeAnswer } from '../pages/network.ts'
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
  return {
    chat,
    unread: async () => unreadOf(await omar.get('chats.search', { body: { mode: 'my' } }), chat.id),
    /** Indexes of the texts that Omar has read since. */
    read: async () => {
      const query = { limit: PAGE.maxMessages }
      const messages = await omar.get('messages.list', { params: { chatId: chat.id }, query })
      const seen = messages.filter(({ delivery }) => delivery.some(({ memberId }) => memberId === me))
      return seen.flatMap(({ text }) => /^Unread (\d+)/.exec(text)?.slice(1).map(Number) ?? [])
    },
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

for (const count of [5, 11, 13, 60]) {
  test(`a chat with ${count} unread messages, two with pictures, opens at the first and reads only what is on screen`, async ({
    openBrowser,
  }) => {
    const name = `${count} unread`
    const contact = { name: `Ida ${count}`, number: `+120255561${String(count).padStart(2, '0')}` }
    const { unread, read } = await arrangeUnread(name, contact, count)
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
    if (count < 11) return
    await expect(chip(page)).toHaveText(`${await unread()} new`)
    await chip(page).click()
    await expect(app.message('Unread 1. ')).toBeInViewport()
    await expect(chip(page)).toBeHidden()
  })
}

test('an answer from before the person read on does not move the line for new messages', async ({ openBrowser }) => {
  const contact = { name: 'Ida Line', number: '+12025556198' }
  const { unread } = await arrangeUnread('Older answer', contact, 7)
  const page = await openBrowser({ viewport: { width: 1366, height: 600 } })
  const app = await signIn(page, 'Omar Haddad')
  await app.open('Older answer')
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect.poll(unread).toBeLessThan(7)
  const line = page.getByText('7 new', { exact: true })
  await expect(line).toBeInViewport()

  const { promise: answered, resolve } = Promise.withResolvers<number>()
  await answer(page, 'chats.get', async (route) => {
    const { response, headers, body } = await wholeAnswer<{ unreadCount: number }>(route)
    body.data.unreadCount += 1
    await route.fulfill({ response, headers, json: body })
    resolve(body.data.unreadCount)
  })
  // As if the tab had come to the front again.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(app.chat('Older answer')).toContainText(`${await answered} unread messages`)
  await expect(line).toBeInViewport()
})

test('a text that arrives at the end of an open chat is read at once, without an unread divider', async ({
  openBrowser,
}) => {
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

test('a text that arrives behind a modal, or behind the details on a phone, is unread until it can be seen', async ({
  openBrowser,
}) => {
  const contact = { name: 'Hidden Harry', number: '+12025556197' }
  const { chat } = await arrangeUnread('Behind', contact, 1)
  const omar = await client(appUrl(), OMAR)
  const unread = async () => (await omar.get('chats.get', { params: { chatId: chat.id } })).unreadCount
  const page = await openBrowser()
  const app = await signIn(page, 'Omar Haddad')
  await app.open('Behind')
  await expect.poll(unread).toBe(0)

  async function expectUnreadBehind(text: string) {
    await textFrom(contact.number, text)
    await expect(page.getByText(text).first()).toBeAttached()
    // A read would follow the next frames.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))')
    expect(await unread()).toBe(1)
  }

  await page.getByRole('button', { name: 'Omar Haddad' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUnreadBehind('Behind the modal')
  await page.keyboard.press('Escape')
  await expect.poll(unread).toBe(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Members and details' }).click()
  await expectUnreadBehind('Behind the details')
  await page.keyboard.press('Escape')
  await expect.poll(unread).toBe(0)
})
