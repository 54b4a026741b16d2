import type { Page } from '@playwright/test'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { sent } from './calls.ts'
import { addUnread, receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

for (const count of [5, 11, 13, 60]) {
  test(`Unread: a chat with ${count}, two with pictures, opens at the first, and reads only what is on screen`, ({
    stage,
  }) => readOnScreen(stage, count))
}
test('Unread: an answer from before the person read on', ({ stage }) => olderAnswer(stage))
test('Unread: a text at the end of an open chat is read at once', ({ stage }) => atTheEnd(stage))
for (const height of [614, 624, 634]) {
  test(`Unread: a text that arrives below new ones that just fit into ${height} px is shown`, ({ stage }) =>
    belowNew(stage, height))
}
test('Unread: a text behind a modal, or behind the details on a phone', ({ stage }) => behind(stage))

const NAME = 'Ida Unread'

/** A chat with this many unread texts below some that Dana has read, each with several rows. */
function arrange({ clinic }: Stage, count: number) {
  const chat = addChat(clinic, { name: NAME, contacts: [{ name: NAME, number: '+12025556101' }] })
  addTexts(clinic, chat, ['Read one', 'Read two', 'Read three'])
  const texts = Array.from({ length: count }, (_, at) => at + 1).map(
    (position) => `Unread ${position}. ${'It goes on. '.repeat(position % 3 === 0 ? 20 : 5)}`,
  )
  const unread = addUnread(clinic, chat, texts)
  return { chat, unread }
}

async function readOnScreen(stage: Stage, count: number) {
  const { page, come } = stage
  const { unread } = arrange(stage, count)
  // One at the top, and one on the last screen.
  for (const position of [3, count - 1]) addPicture(unread[position - 1]!)
  /** The positions of the texts that the app has reported as read. */
  const read = async () => {
    if ((await sent(page, 'chats.viewChat')).length > 0) return unread.map((_, at) => at + 1)
    const ids = (await sent(page, 'chats.viewMessages')).flatMap(
      ({ body }) => (body as { messageIds: string[] }).messageIds,
    )
    return unread.flatMap(({ id }, at) => (ids.includes(id) ? [at + 1] : []))
  }
  await page.setViewportSize({ width: 1366, height: 600 })
  const app = await come()
  await app.open(NAME)
  await expect(page.getByText(`${count} new`, { exact: true })).toBeInViewport()
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect(app.message(`Unread ${count}. `)).not.toBeInViewport()
  await expect.poll(read).not.toEqual([])
  const atFirst = await read()
  for (const position of atFirst) await expect(app.message(`Unread ${position}. `)).toBeInViewport()

  // Jump to the end: skipped messages stay unread, and the first new message stays reachable.
  await page.getByRole('button', { name: 'Go to the newest message' }).click()
  await expect(app.message(`Unread ${count}. `)).toBeInViewport()
  await expect.poll(read).toContain(count)
  const atEnd = (await read()).filter((position) => !atFirst.includes(position))
  for (const position of atEnd) await expect(app.message(`Unread ${position}. `)).toBeInViewport()
  if (count < 11) return
  const chip = page.getByRole('button', { name: /^Go to the first of/ })
  await expect(chip).toHaveText(`${count - (await read()).length} new`)
  await chip.click()
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect(chip).toBeHidden()
}

async function belowNew(stage: Stage, height: number) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: NAME, contacts: [{ name: NAME, number: '+12025556101' }] })
  addTexts(
    clinic,
    chat,
    Array.from({ length: 20 }, (_, at) => `Read ${at}`),
  )
  addUnread(clinic, chat, ['New one', 'New two', 'New three', 'New four', 'New five', 'New six', 'New seven'])
  await page.setViewportSize({ width: 1366, height })
  const app = await come(addressOf(chat.id))
  await expect(app.message('New one')).toBeInViewport({ ratio: 1 })
  await expect(app.message('New seven')).toBeInViewport({ ratio: 1 })
  await receive(stage, chat, 'One more')
  await expect(app.message('One more')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /new message/ })).toBeHidden()
}

async function olderAnswer(stage: Stage) {
  const { page, come, update } = stage
  const { chat } = arrange(stage, 7)
  await page.setViewportSize({ width: 1366, height: 600 })
  const app = await come()
  await app.open(NAME)
  await expect(app.message('Unread 1. ')).toBeInViewport()
  await expect(app.chat(NAME)).toContainText(/[1-6] unread messages?/)
  const line = page.getByText('7 new', { exact: true })
  await expect(line).toBeInViewport()

  chat.unreadCount = 8
  await update()
  // As if the tab had come to the front again.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  await expect(app.chat(NAME)).toContainText('8 unread messages')
  await expect(line).toBeInViewport()
}

async function atTheEnd(stage: Stage) {
  const { page, come } = stage
  const { chat } = arrange(stage, 1)
  const app = await come()
  await app.open(NAME)
  await expect(app.chat(NAME)).not.toContainText('unread message')
  chat.unreadCount = 0
  await receive(stage, chat, 'One more')
  await expect(app.message('One more')).toBeInViewport({ ratio: 1 })
  await expect(app.chat(NAME)).not.toContainText('unread message')
  await expect(page.getByText('1 new', { exact: true })).toHaveCount(1)
  await expect.poll(() => sent(page, 'chats.viewChat')).toHaveLength(2)
}

/** A read would follow the next frames. */
const nextFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')

async function behind(stage: Stage) {
  const { page, come } = stage
  const { chat } = arrange(stage, 1)
  const app = await come()
  const reads = () => sent(page, 'chats.viewChat')
  await app.open(NAME)
  await expect.poll(reads).toHaveLength(1)

  async function expectUnreadBehind(text: string, before: number) {
    chat.unreadCount = 0
    await receive(stage, chat, text)
    await expect(page.getByText(text).first()).toBeAttached()
    await nextFrames(page)
    expect(await reads()).toHaveLength(before)
  }

  await app.account.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUnreadBehind('Behind the modal', 1)
  await page.keyboard.press('Escape')
  await expect.poll(reads).toHaveLength(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await app.membersButton.click()
  await expectUnreadBehind('Behind the details', 2)
  await page.keyboard.press('Escape')
  await expect.poll(reads).toHaveLength(3)
}
