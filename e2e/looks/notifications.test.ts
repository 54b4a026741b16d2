import { eventWithoutData } from '@partyline/contract'
import type { ChatChangeId, MemberId, User } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import { hold as holdFile } from '../pages/network.ts'
import { chooseNotifications } from '../pages/notification-settings.ts'
import { clickLastNotification, notificationsOf, recordNotifications, takenBackOf } from '../pages/notifications.ts'
import { triage } from '../pages/triage.ts'
import { addChat, chatId } from './arrange.ts'
import { sent } from './calls.ts'
import { addUnread, receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

// Each scene replaces parts of its browser.
test.use({ newPage: true })

test('Notifications: the administration shows unread messages, and notifies', ({ stage }) => inAdministration(stage))
test('Notifications: a browser that refuses to show them', ({ stage }) => refused(stage))
test('Notifications: none of a chat for which the member wants nothing', ({ stage }) => none(stage))
test('Notifications: a message that arrives before they are loaded counts as missed', ({ stage }) => early(stage))
test('Notifications: an unclaimed chat counts once, however many texts wait in it', ({ stage }) => counted(stage))
test('Notifications: each is reported as shown, and taken back once its chat is read', ({ stage }) => takenBack(stage))
test('Notifications: that a colleague assigned a chat, taken back once it is opened', ({ stage }) => assigned(stage))
test('Notifications: of a chat whose assignee is away, others on the line are told', ({ stage }) => assigneeAway(stage))
test('Notifications: none during a pause', ({ stage }) => paused(stage))
test('Notifications: title, badge, and icon count the chats with unread messages, as the list does', ({ stage }) =>
  title(stage))

/** Like Chrome on Android: the constructor exists but throws. */
const REFUSED = `
  Document.prototype.hasFocus = () => false
  window.tried = 0
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor() {
      window.tried += 1
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
    }
  }
`

/** Only installed apps have a badge. */
const RECORD_BADGES = `navigator.setAppBadge = async (count) => void (window.badge = count)`

const LENA = { name: 'Lena Holt', number: '+12025553170' }
const NOAH = { name: 'Noah Holt', number: '+12025553171' }

/** Opens the app, and chooses what to be notified of. */
async function open({ page, come }: Stage, choice: string) {
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  await chooseNotifications(page, app, choice)
  return app
}

async function inAdministration(stage: Stage) {
  const { page, clinic } = stage
  await page.evaluate(recordNotifications('granted'))
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  const app = await open(stage, 'My chats')
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()

  await receive(stage, chat, 'Is anybody there?')
  await expect.poll(() => notificationsOf(page)).toEqual(['Lena Holt: Lena Holt: Is anybody there?'])
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg')
  await clickLastNotification(page)
  await expect(app.title).toHaveText('Lena Holt')
}

async function refused(stage: Stage) {
  const { page, clinic } = stage
  await page.evaluate(REFUSED)
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  const app = await open(stage, 'My chats')
  await receive(stage, chat, 'Good evening')
  await expect.poll(() => page.evaluate<number>('window.tried')).toBe(1)
  await expect(app.chat(LENA.name)).toContainText('Good evening')
}

async function none(stage: Stage) {
  const { page, clinic } = stage
  await page.evaluate(recordNotifications('granted'))
  const sam = { name: 'Silent Sam', number: '+12025553262' }
  const loud = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  const silent = addChat(clinic, { name: sam.name, contacts: [sam] })
  const app = await open(stage, 'All chats')
  await app.open(sam.name)
  await app.membersButton.click()
  const choice = chatPane(page).pane.getByRole('combobox', { name: 'Notifications' })
  await expect(choice).toHaveValue('mine')
  await choice.selectOption('None')
  await expect.poll(() => sent(page, 'chats.setNotify')).toMatchObject([{ body: { notify: 'none' } }])
  await app.chat(sam.name).click({ button: 'right' })
  await expect(triage(page).notify('None')).toBeChecked()
  await page.keyboard.press('Escape')

  silent.notify = 'none'
  await receive(stage, silent, 'No one hears this')
  await expect(app.chat(sam.name)).toContainText('No one hears this')
  await receive(stage, loud, 'Hello')
  await expect.poll(() => notificationsOf(page)).toEqual(['Lena Holt: Lena Holt: Hello'])
}

async function takenBack(stage: Stage) {
  const { page, clinic, update, announce } = stage
  await page.evaluate(recordNotifications('granted'))
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  const app = await open(stage, 'My chats')
  await receive(stage, chat, 'Are you there?')
  const told = ['Lena Holt: Lena Holt: Are you there?']
  await expect.poll(() => notificationsOf(page)).toEqual(told)
  const { id } = chat.messages.at(-1)!
  await expect.poll(() => sent(page, 'notifications.shown')).toMatchObject([{ body: { itemIds: [id] } }])
  expect(await takenBackOf(page)).toEqual([])

  // Read elsewhere.
  chat.unreadCount = 0
  chat.version += 1
  await update()
  await announce({
    tenantId: clinic.me.tenantId,
    area: 'ChatContent',
    kind: 'DeliveryStatusUpdated',
    chatId: chat.id,
    version: chat.version,
    data: { patch: { hasUnread: false }, changed: [], removed: [], unreadCounts: { [clinic.me.id]: 0 } },
  })
  await expect(app.chat(LENA.name)).not.toContainText('unread')
  await expect.poll(() => takenBackOf(page)).toEqual(told)
}

async function assigned(stage: Stage) {
  const { page, clinic, update, announce } = stage
  await page.evaluate(recordNotifications('granted'))
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA], team: ['Omar Haddad'] })
  const app = await open(stage, 'My chats')
  const { id: me, tenantId } = clinic.me
  const by = clinic.users.find(({ name }) => name === 'Omar Haddad')!.id as string as MemberId
  chat.assignedTo = me
  chat.version += 1
  await update()
  const change = { id: '019b0000-0000-7000-8000-000000000777' as ChatChangeId, at: new Date().toISOString(), by }
  await announce({
    tenantId,
    area: 'ChatList',
    kind: 'ChatUpdated',
    chatId: chat.id,
    version: chat.version,
    data: {
      patch: chat,
      lastMessage: null,
      unreadCounts: {},
      changes: [{ ...change, kind: 'assigned', memberId: me as string as MemberId }],
    },
  })
  const told = ['Lena Holt: Omar Haddad assigned this chat to you']
  await expect.poll(() => notificationsOf(page)).toEqual(told)
  await expect.poll(() => sent(page, 'notifications.shown')).toMatchObject([{ body: { itemIds: [change.id] } }])
  expect(await takenBackOf(page)).toEqual([])
  // In front again.
  await page.evaluate('Document.prototype.hasFocus = () => true')
  await app.open(LENA.name)
  await expect.poll(() => takenBackOf(page)).toEqual(told)
}

/** A chat of Omar on the first line, which Dana is not in. */
function addOmars({ clinic }: Stage, contact: typeof LENA, assignedTo: User) {
  const chat = addChat(clinic, { name: contact.name, contacts: [contact], team: [assignedTo.name] })
  chat.members.shift()
  return Object.assign(chat, { assignedTo: assignedTo.id })
}

async function assigneeAway(stage: Stage) {
  const { page, clinic } = stage
  await page.evaluate(recordNotifications('granted'))
  const [omar, mei] = ['Omar Haddad', 'Mei Tanaka'].map((name) => clinic.users.find((user) => user.name === name)!)
  Object.assign(omar!, { pausedUntil: new Date(Date.now() + 3_600_000).toISOString() })
  clinic.lines[0]!.assignedUsers = [clinic.me.id]
  const [away, there] = [addOmars(stage, LENA, omar!), addOmars(stage, NOAH, mei!)]
  await open(stage, 'My chats')
  await receive(stage, there, 'Mei gets this')
  await receive(stage, away, 'Dana gets this')
  await expect.poll(() => notificationsOf(page)).toEqual(['Lena Holt: Lena Holt: Dana gets this'])
}

async function paused(stage: Stage) {
  const { page, clinic, update, announce } = stage
  await page.evaluate(recordNotifications('granted'))
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  clinic.me.pausedUntil = new Date(Date.now() + 3_600_000).toISOString()
  const app = await open(stage, 'My chats')
  await receive(stage, chat, 'During the pause')
  await expect(app.chat(LENA.name)).toContainText('During the pause')
  const asked = (await sent(page, 'users.me')).length
  clinic.me.pausedUntil = null
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'UserAdded'))
  await expect.poll(async () => (await sent(page, 'users.me')).length).toBeGreaterThan(asked)
  await receive(stage, chat, 'After it')
  await expect.poll(() => notificationsOf(page)).toEqual(['Lena Holt: Lena Holt: After it'])
}

async function early(stage: Stage) {
  const { page, clinic, come } = stage
  await page.evaluate(recordNotifications('default'))
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  const arrive = await holdFile(page, /\/conversation-[^/]*\.js/)
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  await receive(stage, chat, 'Is anybody there?')
  await expect(app.chat(LENA.name)).toContainText('Is anybody there?')
  await expect(page.getByText('Get notified of new texts?')).toBeHidden()
  await arrive()
  await expect(page.getByText('Get notified of new texts?')).toBeVisible()
}

async function title(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  // More than are loaded at first.
  const others = Array.from({ length: 60 }, (_, at) => ({ ...chat, id: chatId(100 + at), unreadCount: 2 }))
  clinic.chats.push(...others)
  await page.evaluate(RECORD_BADGES)
  await come()
  await expectCounted(page, 60)
  await receive(stage, chat, 'Are you there?')
  await expectCounted(page, 61)
  await receive(stage, chat, 'Hello?')
  await expect(page.getByRole('link', { name: 'Hello?' })).toContainText('2 unread messages')
  await expectCounted(page, 61)
}

async function counted(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: LENA.name, contacts: [LENA] })
  addUnread(clinic, chat, ['Hello', 'Are you there?'])
  const unclaimed = addChat(clinic, { name: NOAH.name, contacts: [NOAH] })
  Object.assign(unclaimed, { members: unclaimed.members.slice(1), unclaimedCount: 3 })
  await page.evaluate(RECORD_BADGES)
  const app = await come()
  await expectCounted(page, 2)
  await expect(app.list.getByText(/ unread messages?$/)).toHaveText(['3 unread messages', '2 unread messages'])
  await app.chat(LENA.name).click()
  await expectCounted(page, 1)
}

async function expectCounted(page: Page, chats: number) {
  await expect(page).toHaveTitle(new RegExp(`^\\(${chats}\\) `))
  await expect.poll(() => page.evaluate('window.badge')).toBe(chats)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg')
}
