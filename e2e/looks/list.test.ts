import { chatId } from '@partyline/web/looks'
import { hold, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Chat list: loading', ({ stage }) => loading(stage))
test('Chat list: failed', ({ stage }) => failed(stage))
test('Chat list: empty', ({ stage }) => empty(stage))
test('Chat list: empty for all', ({ stage }) => emptyForAll(stage))
test('Chat list: searching', ({ stage }) => searching(stage))
test('Chat list: search failed', ({ stage }) => searchFailed(stage))
test('Chat list: no match', ({ stage }) => noMatch(stage))
test('Chat list: no match for all', ({ stage }) => noMatchForAll(stage))
test('Chat list: more loading', ({ stage }) => moreLoading(stage))
test('Chat list: more failed', ({ stage }) => moreFailed(stage))

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

async function empty({ page, clinic, come, look }: Stage) {
  clinic.chats = []
  const app = await come()
  await expect(app.list.getByText('No chats yet')).toBeVisible()
  await expect(app.list.getByText('Switch to All chats to see your team’s chats.')).toBeVisible()
  await expect(page.getByText('Start your first chat')).toBeVisible()
  await look()
}

async function emptyForAll({ clinic, come, look }: Stage) {
  clinic.chats = []
  const app = await come()
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.list.getByText('When someone texts one of your numbers, the chat appears here.')).toBeVisible()
  await look()
}

async function searching({ page, come, look }: Stage) {
  const app = await come()
  await expect(app.chats.first()).toBeVisible()
  const letGo = await hold(page, 'chats.search')
  await app.search.fill('invoice')
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

/** More chats than fit on a page of the list. */
function makeLong(clinic: Stage['clinic']) {
  const [chat] = clinic.chats
  if (!chat) throw new Error('The clinic has no chat.')
  clinic.chats = Array.from({ length: 60 }, (_, index) => ({ ...chat, id: chatId(index) }))
}

async function moreLoading({ page, clinic, come, look }: Stage) {
  makeLong(clinic)
  const app = await come()
  const letGo = await hold(page, 'chats.search')
  await app.chats.first().getByRole('link').press('End')
  await expect(app.list.getByText('Loading chats')).toBeAttached()
  await look()
  await letGo()
  await expect(app.list.getByText('Loading chats')).not.toBeAttached()
}

async function moreFailed({ page, clinic, come, look }: Stage) {
  makeLong(clinic)
  const app = await come()
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
