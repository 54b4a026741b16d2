import type { Page } from '@playwright/test'
import { answerList, makeLong } from '../pages/list-answers.ts'
import { hold, REASON, refuse } from '../pages/network.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Chat list', state: 'loading', play: loading },
  { screen: 'Chat list', state: 'failed', play: failed },
  { screen: 'Chat list', state: 'empty', play: empty },
  { screen: 'Chat list', state: 'empty for all', play: emptyForAll },
  { screen: 'Chat list', state: 'searching', play: searching },
  { screen: 'Chat list', state: 'search failed', play: searchFailed },
  { screen: 'Chat list', state: 'no match', play: noMatch },
  { screen: 'Chat list', state: 'no match for all', play: noMatchForAll },
  { screen: 'Chat list', state: 'more loading', play: moreLoading },
  { screen: 'Chat list', state: 'more failed', play: moreFailed },
]

playStates(STATES)

async function loading({ page, come, look }: Stage) {
  const letGo = await hold(page, 'chats.search')
  const app = await come()
  await expect(app.list.getByText('Loading chats')).toBeAttached()
  await look()
  await letGo()
  await expect(app.chats.first()).toBeVisible()
  await expect(app.list.getByText('Loading chats')).not.toBeAttached()
}

async function failed({ page, come, look }: Stage) {
  const allow = await refuse(page, 'chats.search')
  const app = await come()
  await expect(app.list.getByText('Chats couldn’t be loaded')).toBeVisible()
  await expect(app.list.getByText(REASON)).toBeVisible()
  await look()
  await allow()
  await app.list.getByRole('button', { name: 'Try again' }).click()
  await expect(app.chats.first()).toBeVisible()
}

async function empty({ page, come, look }: Stage) {
  await answerList(page, () => [])
  const app = await come()
  await expect(app.list.getByText('No chats yet')).toBeVisible()
  await expect(app.list.getByText('Switch to All chats to see your team’s chats.')).toBeVisible()
  await expect(page.getByText('Start your first chat')).toBeVisible()
  await look()
}

async function emptyForAll({ page, come, look }: Stage) {
  await answerList(page, () => [])
  const app = await come()
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.list.getByText('When someone texts one of your numbers, the chat appears here.')).toBeVisible()
  await look()
}

async function searching({ page, come, look }: Stage) {
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  const letGo = await hold(page, 'chats.search')
  const asked = page.waitForRequest((request) => request.postData()?.includes('invoice') ?? false)
  await app.search.fill('invoice')
  await asked
  // Existing results stay and remain usable.
  await expect(app.chats.first()).toBeVisible()
  await expect(app.list.getByText('Searching')).toBeAttached()
  await look()
  await letGo()
  await expect(app.list.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(app.list.getByText('Searching')).not.toBeAttached()
}

async function searchFailed({ page, come, look }: Stage) {
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  const allow = await refuse(page, 'chats.search')
  await app.search.fill('invoice')
  await expect(app.list.getByText('The search failed')).toBeVisible()
  await look()
  await allow()
  await app.list.getByRole('button', { name: 'Try again' }).click()
  await expect(app.list.getByRole('heading', { name: 'People' })).toBeVisible()
}

async function noMatch({ come, look }: Stage) {
  const app = await come()
  await app.search.fill('xylophone')
  await expect(app.list.getByText('We didn’t find “xylophone”.')).toBeVisible()
  await look()
  await app.list.getByRole('button', { name: 'Search all chats' }).click()
  await expect(app.list.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
}

async function noMatchForAll({ come, look }: Stage) {
  const app = await come()
  await app.list.getByRole('tab', { name: 'All' }).click()
  await app.search.fill('xylophone')
  await expect(app.list.getByText('We didn’t find “xylophone”.')).toBeVisible()
  await expect(app.list.getByRole('button', { name: 'Search all chats' })).toBeHidden()
  await look()
}

/** Waits for the refetch after the live connection starts, so that the next request is for the next page. */
async function untilQuiet(page: Page) {
  await page.waitForLoadState('networkidle')
}

async function moreLoading({ page, come, look }: Stage) {
  await makeLong(page)
  const app = await come()
  await untilQuiet(page)
  const letGo = await hold(page, 'chats.search')
  await app.chats.first().getByRole('link').press('End')
  await expect(app.list.getByText('Loading chats')).toBeAttached()
  await look()
  await letGo()
  await expect(app.list.getByText('Loading chats')).not.toBeAttached()
}

async function moreFailed({ page, come, look }: Stage) {
  await makeLong(page)
  const app = await come()
  await untilQuiet(page)
  const allow = await refuse(page, 'chats.search')
  await app.chats.first().getByRole('link').press('End')
  const retry = app.list.getByRole('button', { name: 'Try again' })
  await expect(app.list.getByText('More chats couldn’t be loaded.')).toBeInViewport()
  await expect(retry).toBeInViewport({ ratio: 1 })
  await look()
  await page.keyboard.press('Home')
  await expect(retry).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(retry).toBeInViewport({ ratio: 1 })
  await allow()
  await retry.click()
  await expect(app.list.getByText('More chats couldn’t be loaded.')).toBeHidden()
}
