import { chatPane } from '../pages/chat-pane.ts'
import { statusOf } from '../pages/chats-page.ts'
import { discard } from '../pages/discard.ts'
import { watchLayoutShifts } from '../pages/layout-shifts.ts'
import { watchMotion } from '../pages/motion.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { addChat, addTexts, arrive } from './arrange.ts'
import { hold } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('No part of the list jumps when it loads, texts arrive, and a chat is opened', ({ stage }) => noJumps(stage))
test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('No part of the list jumps when it loads late', ({ stage }) => noJumpsLater(stage))
})
test('With reduced motion, nothing moves', async ({ stage }) => {
  expect(await walk(stage)).toEqual([])
})
test('Without reduced motion, the same screens move', async ({ stage }) => {
  await stage.page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await walk(stage)).not.toEqual([])
})

/** Opens and closes everything on the chat screens. */
async function walk({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'In motion', contacts: [{ name: 'Mo Shen', number: '+12025553193' }] })
  addTexts(clinic, chat, ['Good morning'])
  const stopWatching = await watchMotion(page)
  const app = await come()
  const pane = chatPane(page)
  await app.open('In motion')
  await app.write('How are you?')
  await expect(app.message('How are you?')).toContainText('Sending in')
  await statusOf(app.message('Good morning'), 'Delivered').click()
  await app.dialog('Message Delivery Status').getByRole('button', { name: 'Close' }).click()
  await app.message('Good morning').hover()
  await app.membersButton.click()
  await pane.change.click()
  await pane.name.waitFor()
  await pane.settings.getByRole('button', { name: 'Cancel' }).click()
  await pane.pane.getByRole('button', { name: 'Close Details' }).click()
  await newChat(page).open()
  await newChat(page).chooseNumber('Billing')
  await discard(page, newChat(page).dialog)
  await newMessage(page).close.click()
  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).waitFor()
  await page.keyboard.press('Escape')
  await app.list.getByRole('tab', { name: 'All' }).click()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).hover()
  await page.keyboard.press('Escape')
  return stopWatching()
}

/** More chats than fit on the screen. */
function addCallers({ clinic }: Stage) {
  return Array.from({ length: 14 }, (_, at) => {
    const contact = { name: `Caller ${at + 10}`, number: `+120255542${at + 10}` }
    return addChat(clinic, { name: contact.name, contacts: [contact] })
  })
}

async function noJumps(stage: Stage) {
  const callers = addCallers(stage)
  const shifts = await watchLayoutShifts(stage.page)
  const app = await stage.come()
  await expect(app.chats.first()).toBeVisible()
  expect(await shifts.take()).toEqual([])

  // The first one is the lowest in the list.
  for (const chat of callers.slice(0, 3)) {
    Object.assign(chat, { unreadCount: 1, hasUnread: true })
    await arrive(stage, chat, chat.name, `From ${chat.name}`)
    await expect(app.chats.first()).toContainText(`From ${chat.name}`)
  }
  expect(await shifts.take()).toEqual([])

  await app.open('Caller 11')
  await expect(app.newest).toBeVisible()
  expect(await shifts.take()).toEqual([])
}

async function noJumpsLater(stage: Stage) {
  const { page, come } = stage
  addCallers(stage)
  const shifts = await watchLayoutShifts(page)
  const letGo = await hold(page, 'chats.search')
  // Loads when the page is idle.
  const rest = page.waitForResponse(/\/assets\/modals-.*js$/)
  const app = await come()
  await expect(app.list.getByText('Loading chats')).toBeAttached()
  await letGo()
  await expect(app.chats.first()).toBeVisible()
  await rest
  expect(await shifts.take()).toEqual([])
}
