import { chatId } from '@partyline/web/looks'
import type { Page } from '@playwright/test'
import { LAPTOP } from '../pages/pictures.ts'
import { addChat, makeNew } from './arrange.ts'
import { hold, REASON, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { PHONE } from './sizes.ts'

test('Chat list: loading', ({ stage }) => loading(stage))
test('Chat list: failed', ({ stage }) => failed(stage))
test('Chat list: empty', ({ stage }) => empty(stage))
test('Chat list: empty for all', ({ stage }) => emptyForAll(stage))
test('Chat list: empty, while the team has chats', ({ stage }) => emptyForMe(stage))
test('Chat list: empty, and nothing is set up', ({ stage }) => notSetUp(stage))
test('Chat list: a line under the tabs while rows are beneath them', ({ stage }) => divider(stage))
test('Chat list: a caller’s number is shown in full', ({ stage }) => wholeNumber(stage))
test('Chat list: searching', ({ stage }) => searching(stage))
test('Chat list: search failed', ({ stage }) => searchFailed(stage))
test('Chat list: no match', ({ stage }) => noMatch(stage))
test('Chat list: no match for all', ({ stage }) => noMatchForAll(stage))
test('Chat list: a search without matches, cleared', ({ stage }) => cleared(stage))
test('Chat list: matches in forced colors', ({ stage }) => forcedMatches(stage))
test('Chat list: loading in forced colors', ({ stage }) => forcedPlaceholders(stage))
test('Chat list: a chat can be clicked while the list is scrolling', ({ stage }) => scrolling(stage))
test('Chat list: only visible chats and the focused one are in the page', ({ stage }) => onlyVisible(stage))
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

async function wholeNumber({ clinic, come, look }: Stage) {
  const name = '(202) 555-0143'
  addChat(clinic, { name, contacts: [{ name, number: '+12025550143' }] })
  const app = await come()
  const row = app.chats.filter({ hasText: name })
  const line = row.getByTitle('Line: Front desk')
  await expect(line).toBeVisible()
  const shown = row.getByTitle(name)
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect((await line.boundingBox())?.width).toBeGreaterThan(40)
  await look()
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

const ON_FIRST_TEXT = 'When someone texts one of your numbers, the chat appears here.'
const ON_TEAM_CHATS = 'Switch to All chats to see your team’s chats.'

async function empty({ page, clinic, come, look, update, announce }: Stage) {
  clinic.chats = []
  const app = await come()
  await expect(app.list.getByText('No chats yet')).toBeVisible()
  await expect(app.list.getByText(ON_FIRST_TEXT)).toBeVisible()
  await expect(page.getByText('Start your first chat')).toBeVisible()
  await expectOnePrimary(page, 'New chat')
  await look()
  // The first chat of a colleague.
  const chat = addChat(clinic, { name: 'Lea Moss' })
  chat.members.shift()
  await update()
  const { tenantId } = clinic.me
  await announce({ tenantId, area: 'ChatList', kind: 'ChatCreated', chatId: chat.id, version: null, data: null })
  await expect(app.list.getByText(ON_TEAM_CHATS)).toBeVisible()
}

async function emptyForMe({ page, clinic, come, look }: Stage) {
  for (const chat of clinic.chats) chat.members.shift()
  const app = await come()
  await expect(app.list.getByText(ON_TEAM_CHATS)).toBeVisible()
  await expectOnePrimary(page, 'New chat')
  await look()
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.chats.first()).toBeVisible()
}

async function notSetUp({ page, clinic, come, look }: Stage) {
  makeNew(clinic)
  const app = await come()
  await expect(app.list.getByText('Chats appear here once Partyline is set up.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Consent' })).toBeVisible()
  await expectOnePrimary(page, 'Show the steps')
  await look()
}

/** Expects the only visible button in the brand's color. */
async function expectOnePrimary(page: Page, name: string) {
  await expect.poll(() => page.evaluate<string[]>(PRIMARY)).toEqual([name])
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate<string[]>(PRIMARY)).toEqual([name])
  await page.setViewportSize(LAPTOP)
}

const PRIMARY = `(() => {
  const shown = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility())
  const theme = getComputedStyle(document.querySelector('.fui-FluentProvider'))
  const brand = document.createElement('p')
  brand.style.color = theme.getPropertyValue('--colorBrandBackground')
  document.body.append(brand)
  const { color } = getComputedStyle(brand)
  brand.remove()
  return shown.filter((button) => getComputedStyle(button).backgroundColor === color).map((button) => button.textContent)
})()`

const NONE = 'rgba(0, 0, 0, 0)'

async function divider({ page, clinic, come, look }: Stage) {
  for (let digit = 0; digit < 30; digit += 1) addChat(clinic, { name: `Room ${digit}` })
  const app = await come()
  const scroller = app.list
    .getByRole('tabpanel')
    .locator('> div')
    .filter({ has: page.getByRole('listitem') })
  await expect(app.chats.first()).toBeVisible()
  await expect(scroller).toHaveCSS('border-top-color', NONE)
  const { y: before } = (await app.chat('Room 28').boundingBox())!
  await scroller.hover()
  await page.mouse.wheel(0, 20)
  await expect(scroller).not.toHaveCSS('border-top-color', NONE)
  expect((await app.chat('Room 28').boundingBox())!.y).toBe(before - 20)
  await look()
  await page.mouse.wheel(0, -20)
  await expect(scroller).toHaveCSS('border-top-color', NONE)

  await page.setViewportSize({ ...LAPTOP, height: 400 })
  await app.search.fill('Room')
  await expect(app.list.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(scroller).toHaveCSS('border-top-color', NONE)
  await app.chats.first().hover()
  await page.mouse.wheel(0, 20)
  await expect(scroller).not.toHaveCSS('border-top-color', NONE)
}

async function emptyForAll({ clinic, come, look }: Stage) {
  clinic.chats = []
  const app = await come()
  await app.list.getByRole('tab', { name: 'All' }).click()
  await expect(app.list.getByText(ON_FIRST_TEXT)).toBeVisible()
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

async function cleared({ clinic, come }: Stage) {
  const app = await come()
  await expect(app.chats).toHaveCount(clinic.chats.length)
  await app.search.fill('xylophone')
  await expect(app.list.getByText('No results')).toBeVisible()
  await app.search.press('Escape')
  await expect(app.chats).toHaveCount(clinic.chats.length)
}

/** Colors of highlighted words and their background. */
const MATCH_COLORS = `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector('mark')))`

async function forcedMatches({ page, come }: Stage) {
  await page.emulateMedia({ forcedColors: 'active' })
  const app = await come()
  await app.search.fill('invoice')
  await expect(app.chats.locator('mark').first()).toHaveText('invoice')
  const [words, ground] = await page.evaluate<string[]>(MATCH_COLORS)
  // Without a background of their own, the browser's color would be invisible.
  expect(ground).toMatch(/^rgb\(/)
  expect(words).not.toBe(ground)
}

async function forcedPlaceholders({ page, come }: Stage) {
  await page.emulateMedia({ forcedColors: 'active' })
  await hold(page, 'chats.search')
  const app = await come()
  await expect(page.getByText('Loading chats')).toBeAttached()
  await expect(app.list.locator('span[aria-hidden=true][style]').first()).toHaveCSS('outline-style', 'solid')
}

const LOW = { width: 1366, height: 420 }

async function scrolling({ page, clinic, come }: Stage) {
  makeLong(clinic)
  await page.setViewportSize(LOW)
  const app = await come()
  await app.chats.first().waitFor()
  const isLink = await app.list.getByRole('list').evaluate(async (list) => {
    const { ownerDocument: document, parentElement: scroller } = list
    scroller?.scrollBy(0, 40)
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => document.defaultView?.requestAnimationFrame(resolve))
    }
    const { left = 0, top = 0 } = scroller?.getBoundingClientRect() ?? {}
    return document.elementFromPoint(left + 80, top + 80)?.closest('a') !== null
  })
  expect(isLink).toBe(true)
}

async function onlyVisible({ page, clinic, come }: Stage) {
  const names = Array.from({ length: 12 }, (_, index) => `Notes of week ${index + 1}`)
  for (const name of names) addChat(clinic, { name })
  await page.setViewportSize(LOW)
  const app = await come()
  const first = app.chats.first()
  await first.getByRole('link').focus()
  // The names of lines are loaded after the chats.
  await expect(first).toContainText(/Front desk|Billing/)
  const name = await first.innerText()

  await app.list.getByRole('list').evaluate((list) => list.parentElement?.scrollTo({ top: list.clientHeight }))
  await expect(app.chats.last()).toBeInViewport()
  await expect(first).toHaveText(name, { useInnerText: true })
  await expect(first.getByRole('link')).toBeFocused()
  await expect.poll(() => app.chats.count()).toBeLessThan(names.length)

  await page.keyboard.press('ArrowDown')
  await expect(app.chats.nth(1).getByRole('link')).toBeFocused()
  await expect(app.chats.nth(1)).toBeInViewport()
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
