import type { Chat } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import type { ChatsPage } from '../pages/chats-page.ts'
import { newMessage } from '../pages/new-chat.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addressOf } from './arrange.ts'
import { addUnread, receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Order of the list: rows stay under a pointer', ({ stage }) => underPointer(stage))
test('Order of the list: a chat that is claimed does not scroll it away', ({ stage }) => claimed(stage))
test('Order of the list: it scrolls to a chat that was just created', ({ stage }) => created(stage))
test('Order of the list: a chat that is reopened does not scroll it away', ({ stage }) => reopened(stage))

const LATER = { name: 'Lea Moss', number: '+12025553230' }
const WAITING = [
  { name: 'Max Moss', number: '+12025553231' },
  { name: 'Nia Moss', number: '+12025553232' },
  { name: 'Ole Moss', number: '+12025553233' },
]
const NAMES = WAITING.map(({ name }) => name).toReversed()
const [FIRST = '', SECOND = '', THIRD = ''] = NAMES

/** Rows do not move for this long after the pointer has. The test moves it again meanwhile. */
async function underPointer(stage: Stage) {
  const { page, clinic, come } = stage
  const later = addChat(clinic, { name: LATER.name, contacts: [LATER] })
  for (const contact of WAITING) {
    addUnread(clinic, addChat(clinic, { name: contact.name, contacts: [contact] }), ['May I come today?'])
  }
  const app = await come()
  const shown = async (count: number) =>
    (
      await app.chats.evaluateAll((rows) =>
        rows.map((row) => row.querySelector('[title]')?.getAttribute('title') ?? ''),
      )
    )
      .map((name) => name.replaceAll(/[\u2066-\u2069]/g, ''))
      .slice(0, count)
  await expect.poll(() => shown(3)).toEqual(NAMES)
  await app.chat(FIRST).click()
  await expect(app.title).toHaveText(FIRST)
  await expect(async () => {
    await page.mouse.move(150, 400 + Math.random() * 50)
    await expect(app.chat(FIRST)).not.toContainText('unread', { timeout: 200 })
  }).toPass()
  await page.mouse.move(150, 450)
  await expect.poll(() => shown(3)).toEqual(NAMES)

  await page.mouse.move(900, 300)
  await expect.poll(() => shown(2)).toEqual([SECOND, THIRD])
  await expect(app.title).toHaveText(FIRST)

  // A pointer that rests on the list does not keep new texts away.
  await app.chat(SECOND).hover()
  await receive(stage, later, 'Hello again')
  await expect.poll(() => shown(3)).toEqual([LATER.name, SECOND, THIRD])
}

/** A chat whose place in the list is far below what is on screen. */
function addLowest(clinic: Clinic): Chat {
  const chat = addChat(clinic, { name: LATER.name, contacts: [LATER] })
  addUnread(clinic, chat, ['Are you open?'])
  chat.unreadCount = 0
  chat.hasUnread = false
  for (let room = 0; room < 30; room += 1)
    addUnread(clinic, addChat(clinic, { name: `Room ${room}`, contacts: [LATER] }), ['Hi'])
  return chat
}

async function claimed({ page, clinic, come }: Stage) {
  const chat = addLowest(clinic)
  Object.assign(chat, { members: chat.members.slice(1), unclaimedCount: 1 })
  const app = await come()
  const group = app.list.getByRole('region', { name: 'Unclaimed' })
  await group.getByRole('link').click()
  await app.chat('Room 20').scrollIntoViewIfNeeded()
  const before = await scrolledBy(app)
  expect(before).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(group).toBeHidden()
  expect(await scrolledBy(app)).toBe(before)
}

async function created({ page, clinic, come }: Stage) {
  addLowest(clinic)
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  await app.newChat.click()
  const view = newMessage(page)
  await view.to.fill('(202) 555-3234')
  await view.to.press('Tab')
  await view.text.fill('Hello')
  await view.send.click()
  await expect(app.message('Hello')).toBeVisible()
  await expect(app.chat('(202) 555-3234')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => scrolledBy(app)).toBeGreaterThan(0)
}

async function reopened({ page, clinic, come }: Stage) {
  const chat = addLowest(clinic)
  chat.state = 'done'
  const app = await come(addressOf(chat.id))
  await expect(app.chats.first()).toContainText('Room 29')
  await triage(page).reopen.click()
  await expect(triage(page).done).toBeVisible()
  // The row is there, far below.
  expect(await scrolledBy(app)).toBe(0)
}

const scrolledBy = ({ list }: ChatsPage) =>
  list
    .getByRole('tabpanel')
    .locator('> div')
    .last()
    .evaluate(({ scrollTop }) => scrollTop)
