import type { ChatCounts, ChatListItem } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { busyList } from '../pages/busy-list.ts'
import { answerList } from '../pages/list-answers.ts'
import { answer, hold, refuse, wholeAnswer } from '../pages/network.ts'
import { appUrl } from '../pages/addresses.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Chat list', state: 'busy', play: busy },
  { screen: 'Chat list', state: 'busy and compact', play: compact },
  { screen: 'Chat list', state: 'snoozed', play: snoozed },
  { screen: 'Chat list', state: 'filter menu', play: menu },
  { screen: 'Chat list', state: 'filtered', play: filtered },
  { screen: 'Chat list', state: 'nothing unread', play: nothingUnread },
  { screen: 'Chat list', state: 'nothing matches', play: nothingMatches },
  { screen: 'Chat list', state: 'all done', play: allDone },
  { screen: 'Chat list', state: 'selected', play: selected },
  { screen: 'Chat list', state: 'changing the selected', play: changing },
  { screen: 'Chat list', state: 'some of the selected failed', play: someFailed },
]

playStates(STATES)

/** Three days of a busy team, whatever the filters. */
async function makeBusy(page: Page, parts: (item: ChatListItem) => Partial<ChatListItem> = () => ({})) {
  const now = Date.now()
  await answer(page, 'chats.search', async (route) => {
    if ((route.request().postDataJSON() as { unclaimed?: boolean }).unclaimed) return route.continue()
    const { response, headers, body } = await wholeAnswer<ChatListItem[]>(route, { postData: { mode: 'my' } })
    const lines = [...new Set(body.data.map(({ numberId }) => numberId))]
    const template = body.data.find(({ lastMessage }) => lastMessage)
    if (!template) throw new Error('There is no chat with a message.')
    const items = busyList(template, { lines, now })
    // The first ones exist, so that they can be opened.
    const data = items.map((item, at) => ({ ...item, id: body.data[at]?.id ?? item.id, ...parts(item) }))
    await route.fulfill({ response, headers, json: { ...body, data } })
  })
}

async function makeCounts(page: Page, counts: Partial<ChatCounts>) {
  await answer(page, 'chats.counts', async (route) => {
    const { response, headers, body } = await wholeAnswer<ChatCounts>(route)
    await route.fulfill({ response, headers, json: { ...body, data: { ...body.data, ...counts } } })
  })
}

async function openBusy({ page, come }: Stage, address?: string) {
  await makeBusy(page)
  const app = await come(address)
  await expect(app.chats.nth(5)).toBeVisible()
  await page.waitForLoadState('networkidle')
  return app
}

async function busy(stage: Stage) {
  const app = await openBusy(stage)
  await app.chats.nth(2).getByRole('link').click()
  await app.text.fill('We have a place at 3:30 on')
  await app.chats.nth(4).getByRole('link').click()
  await expect(app.chats.nth(2)).toContainText('Draft: We have a place at 3:30 on')
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

async function snoozed({ page, come, look }: Stage) {
  const until = (at: number) => new Date(Date.now() + at * 20 * 3_600_000).toISOString()
  await makeBusy(page, ({ id }) => ({ state: 'snoozed', snoozedUntil: until(Number(id.slice(-2)) + 1) }))
  const app = await come(`${appUrl()}/?filter=snoozed`)
  await expect(app.chats.first()).toContainText('Snoozed until')
  await look()
}

async function menu({ page, come, look }: Stage) {
  const app = await come()
  await makeCounts(page, { unread: { count: 99, more: true }, attention: { count: 12, more: true } })
  await app.filter.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Unread' })).toContainText('99+')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Needs attention' })).toContainText('12+')
  await look()
}

async function filtered(stage: Stage) {
  const app = await openBusy(stage, `${appUrl()}/?mode=all&filter=unread,unassigned,attention`)
  await expect(app.list.getByRole('group', { name: 'Filters' }).getByRole('button')).toHaveCount(4)
  await stage.look()
}

async function nothingUnread({ page, come, look }: Stage) {
  await answerList(page, () => [])
  const app = await come(`${appUrl()}/?filter=unread`)
  await expect(app.list.getByText('You’re all caught up')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Show all chats' }).click()
  await expect(app.list.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
}

async function nothingMatches({ page, come, look }: Stage) {
  await answerList(page, () => [])
  const app = await come(`${appUrl()}/?filter=attention,done`)
  await expect(app.list.getByText('No chats match')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(app.filter).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
}

async function allDone({ page, come, look }: Stage) {
  await answerList(page, () => [])
  await makeCounts(page, { done: { count: 3, more: false } })
  const app = await come()
  await expect(app.list.getByText('All done')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Show done chats' }).click()
  await expect(page).toHaveURL(/filter=done$/)
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
