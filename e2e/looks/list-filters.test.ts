import { busyList } from '../pages/busy-list.ts'
import { addChat } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import type { ChatListItem } from '@partyline/contract'

test('Chat list: busy and compact', ({ stage }) => compact(stage))
test('Chat list: snoozed', ({ stage }) => snoozed(stage))
test('Chat list: filter menu', ({ stage }) => menu(stage))
test('Chat list: filtered', ({ stage }) => filtered(stage))
test('Chat list: nothing unread', ({ stage }) => nothingUnread(stage))
test('Chat list: nothing matches', ({ stage }) => nothingMatches(stage))
test('Chat list: all done', ({ stage }) => allDone(stage))
test('Chat list: filters are set, removed, and remembered', ({ stage }) => filters(stage))
test('Chat list: selected', ({ stage }) => selected(stage))
test('Chat list: changing the selected', ({ stage }) => changing(stage))
test('Chat list: some of the selected failed', ({ stage }) => someFailed(stage))

test.describe('on a page of its own', () => {
  test.use({ newPage: true })
  test('Chat list: busy', ({ stage }) => busy(stage))
})

/** Three days of a busy team. */
function makeBusy({ clinic }: Stage, parts: (item: ChatListItem) => Partial<ChatListItem> = () => ({})) {
  const [chat] = clinic.chats
  const { pending, messages, ...item } = chat!
  const template = { ...item, lastMessage: messages[0]!, hit: null }
  const items = busyList(template, { lines: clinic.lines.map(({ id }) => id), now: Date.now() })
  clinic.chats = items
    .map(({ lastMessage, hit: _hit, ...rest }) => ({
      ...rest,
      ...parts({ ...rest, lastMessage, hit: null }),
      pending,
      messages: [lastMessage!],
    }))
    .toReversed()
}

async function openBusy(stage: Stage) {
  makeBusy(stage)
  const app = await stage.come()
  await expect(app.chats.nth(5)).toBeVisible()
  return app
}

async function busy(stage: Stage) {
  // A chat that is read leaves its place among the unread ones.
  await stage.page.evaluate('Document.prototype.hasFocus = () => false')
  const app = await openBusy(stage)
  await app.chats.nth(2).getByRole('link').click()
  await app.text.fill('We have a place at 3:30 on')
  await app.chats.nth(4).getByRole('link').click()
  await expect(app.chats.nth(2)).toContainText('Draft: We have a place at 3:30 on')
  await expect(app.newest).toBeVisible()
  await stage.look()
}

async function compact(stage: Stage) {
  const app = await openBusy(stage)
  await app.filter.click()
  await stage.page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await stage.page.keyboard.press('Escape')
  await expect(app.chats.first()).toHaveCSS('height', '44px')
  await stage.look()
}

async function snoozed(stage: Stage) {
  const until = (at: number) => new Date(Date.now() + at * 20 * 3_600_000).toISOString()
  makeBusy(stage, ({ id }) => ({ state: 'snoozed', snoozedUntil: until(Number(id.slice(-2)) + 1) }))
  const app = await stage.come('/?filter=snoozed')
  await expect(app.chats.first()).toContainText('Snoozed until')
  await stage.look()
}

async function menu({ page, clinic, come, look }: Stage) {
  clinic.counts = { unread: { count: 99, more: true }, attention: { count: 12, more: true } }
  const app = await come()
  await app.filter.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Unread' })).toContainText('99+')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Needs attention' })).toContainText('12+')
  await look()
}

async function filtered(stage: Stage) {
  makeBusy(stage, () => ({ unreadCount: 3, assignedTo: null, failedCount: 1 }))
  const app = await stage.come('/?mode=all&filter=unread,unassigned,attention')
  await expect(app.chats.nth(5)).toBeVisible()
  await expect(app.list.getByRole('group', { name: 'Filters' }).getByRole('button')).toHaveCount(4)
  await stage.look()
}

async function nothingUnread({ clinic, come, look }: Stage) {
  clinic.chats = []
  const app = await come('/?filter=unread')
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Show all chats' }).click()
  await expect(app.list.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
}

async function nothingMatches({ page, clinic, come, look }: Stage) {
  clinic.chats = []
  const app = await come('/?filter=attention,done')
  await expect(app.list.getByText('No chats match')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(app.filter).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
}

async function allDone({ page, clinic, come, look }: Stage) {
  clinic.chats = []
  clinic.counts = { done: { count: 3, more: false } }
  const app = await come()
  await expect(app.list.getByText('All done')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Show done chats' }).click()
  await expect(page).toHaveURL(/filter=done$/)
}

async function filters({ page, clinic, come }: Stage) {
  const name = 'Noah Filter'
  const chat = addChat(clinic, { name, contacts: [{ name, number: '+12025557101' }] })
  addUnread(clinic, chat, ['Is it ready?'])
  clinic.counts = { unread: { count: 1, more: false } }
  const app = await come()
  await expect(app.chat(name)).toContainText('Is it ready?')

  await app.filter.click()
  const filterMenu = page.getByRole('menu')
  const unread = filterMenu.getByRole('menuitemcheckbox', { name: 'Unread' })
  await expect(unread).toContainText('1 chat')
  await unread.click()
  await expect(app.list.getByRole('listitem').filter({ hasText: 'Filter' })).toHaveCount(1)
  await expect(page).toHaveURL(/\?filter=unread$/)
  await filterMenu.getByRole('menuitemcheckbox', { name: 'Assigned to me' }).click()
  await expect(page).toHaveURL(/\?filter=unread,assignedToMe$/)
  await page.keyboard.press('Escape')
  await expect(app.list.getByText('No chats match')).toBeVisible()
  await app.list.getByRole('button', { name: 'Remove filter: Assigned to me' }).click()
  await expect(app.filter).toBeFocused()

  // A chat that is read stays until it is closed.
  await app.open(name)
  await expect(page).toHaveURL(/chat=.+&filter=unread$/)
  await expect(app.chat(name)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?filter=unread$/)
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()

  chat.unreadCount = 0
  await page.reload()
  await come()
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()
  await expect(page).toHaveURL(/\?filter=unread$/)
  await app.list.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(app.chat(name)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}

/** Selects the first three chats. */
async function selectThree(stage: Stage) {
  const app = await openBusy(stage)
  await app.chats.first().getByRole('link').focus()
  await stage.page.keyboard.press('x')
  await stage.page.keyboard.press('Shift+ArrowDown')
  await stage.page.keyboard.press('Shift+ArrowDown')
  await expect(app.selection).toContainText('3 selected')
  return app
}

async function selected(stage: Stage) {
  await selectThree(stage)
  await stage.look()
}

async function changing(stage: Stage) {
  const app = await selectThree(stage)
  await refuse(stage.page, 'chats.setState')
  const letGo = await hold(stage.page, 'chats.setState')
  await app.selection.getByRole('button', { name: 'Mark as done' }).click()
  await expect(app.selection).toContainText('0 of 3')
  await stage.look()
  await letGo()
  await expect(app.toast).toContainText('Not changed:')
}

async function someFailed(stage: Stage) {
  const app = await selectThree(stage)
  await refuse(stage.page, 'chats.setState')
  await app.selection.getByRole('button', { name: 'Mark as done' }).click()
  await expect(app.toast).toContainText('Not changed:')
  await expect(app.selection).toContainText('3 selected')
  await stage.look()
}
