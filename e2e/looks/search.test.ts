import { moveTo } from '../pages/keyboard.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Search: people and messages', ({ stage }) => results(stage))
test('Search: more matches in a chat', ({ stage }) => expanded(stage))
test('Search: partially searched', ({ stage }) => partial(stage))
test('Search: older messages', ({ stage }) => older(stage))
test('Search: by keyboard, through both groups', ({ stage }) => byKeyboard(stage))
test('Search: long names', ({ stage }) => longNames(stage))
test('Search filters: not set', ({ stage }) => noFilters(stage))
test('Search filters: choosing', ({ stage }) => choosing(stage))
test('Search filters: messages', ({ stage }) => filtered(stage))
test('Search filters: nothing found', ({ stage }) => nothingFiltered(stage))

async function results(stage: Stage) {
  const app = await stage.come()
  await app.search.fill('the')
  await expect(app.list.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expectUsable(stage)
}

async function expanded({ come, look }: Stage) {
  const app = await come()
  await app.search.fill('the')
  await app.list.getByRole('button', { name: 'More in this chat' }).first().click()
  await expect(
    app.list.getByText('No other matches in this chat').or(app.list.getByRole('listitem')).first(),
  ).toBeVisible()
  await look()
}

async function partial({ clinic, come, look }: Stage) {
  clinic.searchedBackTo = ['2026-03-03T15:00:00.000Z']
  const app = await come()
  await app.search.fill('strike')
  await expect(app.list.getByText('Searched back to March 3, 2026')).toBeVisible()
  await look()
}

async function older({ clinic, come }: Stage) {
  // All messages of the clinic are from November 20.
  clinic.searchedBackTo = ['2026-11-25T15:00:00.000Z', '2026-11-22T15:00:00.000Z']
  const app = await come()
  await app.search.fill('strike')
  await expect(app.list.getByText('Searched back to November 25, 2026')).toBeVisible()
  await expect(app.list.getByText('No results')).toBeHidden()
  await app.list.getByRole('button', { name: 'Search older messages' }).click()
  await expect(app.list.getByRole('link', { name: 'Greta Lindqvist' })).toBeVisible()
  await expect(app.list.getByText('Searched back to')).toBeHidden()
}

async function byKeyboard({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Wombat care' })
  addTexts(clinic, chat, ['The wombat sleeps'])
  const app = await come(addressOf(chat.id))
  await expect(app.message('The wombat sleeps')).toBeVisible()
  await expect(app.text).toBeFocused()
  const results = app.list.getByRole('link', { name: /wombat/i })

  // Enter does not wait for the response; the focus moves when it arrives.
  await moveTo(page, app.search, 'Shift+Tab')
  await page.keyboard.type('wombat')
  await page.keyboard.press('Enter')
  await expect(results).toHaveCount(2)
  await expect(results.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.message('The wombat sleeps')).toBeFocused()

  // The next search starts at its first result, whichever had the focus before.
  await app.search.fill('wombat c')
  await app.search.press('ArrowDown')
  await expect(results).toHaveCount(1)
  await expect(results).toBeFocused()
  await app.search.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(app.list.getByRole('link', { name: 'Wombat care' })).toBeFocused()
}

async function longNames({ clinic, come, look }: Stage) {
  for (const chat of clinic.chats) chat.name = 'Rivera family and all of their cousins '.repeat(5).trim()
  const app = await come()
  await app.search.fill('riv')
  await expect(app.list.locator('mark').first()).toBeVisible()
  await look()
}

async function noFilters({ page, come, look }: Stage) {
  const app = await come()
  await app.search.focus()
  await expect(searchFilters(page).row).toBeVisible()
  await look()
}

async function choosing({ page, come, look }: Stage) {
  const app = await come()
  const filters = searchFilters(page)
  await app.search.focus()
  await filters.person.click()
  await filters.findPerson.pressSequentially('tom')
  await expect(filters.option('Tom Becker')).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(filters.person).toBeFocused()
  // The popover hid the page from screen readers, and does for a moment longer.
  await expect(page.locator('header[aria-hidden=true]')).toHaveCount(0)
  await filters.line.click()
  await expect(filters.option('Front desk')).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(page.locator('header[aria-hidden=true]')).toHaveCount(0)
  await filters.date.click()
  await expect(filters.option('Last 7 days')).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
}

/** Sets three filters. */
async function filter({ page, come }: Stage) {
  const app = await come()
  const filters = searchFilters(page)
  await app.search.focus()
  await filters.person.click()
  await page.getByRole('radio', { name: 'Sent by' }).check()
  await filters.findPerson.fill('tom')
  await filters.option('Tom Becker').click()
  await filters.line.click()
  await filters.option('Front desk').click()
  await filters.date.click()
  await filters.option('Last 30 days').click()
  return { app, filters }
}

async function filtered(stage: Stage) {
  const { app } = await filter(stage)
  await expect(app.list.getByRole('region', { name: 'Messages' }).getByRole('link').first()).toBeVisible()
  await stage.look()
}

async function nothingFiltered(stage: Stage) {
  const { app, filters } = await filter(stage)
  await filters.hasPicture.click()
  await app.search.fill('zeppelin')
  await expect(app.list.getByText('Nothing matches all of these filters.')).toBeVisible()
  await stage.look()
}
