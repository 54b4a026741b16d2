import { expectHit } from '../pages/hit-test.ts'
import { newChat } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { snippets } from '../pages/snippets.ts'
import { longPress } from '../pages/touch.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'
import type { Surface } from './surfaces.ts'

for (const [where, surface] of Object.entries(SURFACES)) {
  test.describe(where, () => {
    test.use({ device: surface.device })
    test('Menus: a click on any item hits that item', ({ stage }) => menus(stage, surface))
    test("A row's menu is whole, also where it has room neither above nor below", ({ stage }) => rows(stage, surface))
  })
}

for (const size of [
  { width: 1366, height: 640 },
  { width: 844, height: 390 },
  { width: 390, height: 500 },
]) {
  test(`At ${size.width}×${size.height}, what opens beside a long draft is whole, and scrolls if need be`, ({
    stage,
  }) => lowWindow(stage, size))
}

test('A long toast is beside the composer', ({ stage }) => longToast(stage))
test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('A toast is above the composer, however much is written there', ({ stage }) => toast(stage))
})

/** A list and a transcript that extend below every menu. */
function addLongList({ clinic }: Stage) {
  for (let at = 1; at <= 12; at += 1) addChat(clinic, { name: `Mena Low ${at}` })
  const chat = addChat(clinic, { name: 'Mena Low' })
  const texts = Array.from({ length: 8 }, (_, at) => `Line ${at + 1}`)
  addTexts(clinic, chat, texts)
}

async function expectMenuHit({ page, look }: Stage, atLeast: number) {
  await expectHit(page.getByRole('menu').getByRole('menuitem'), atLeast)
  const choices = page.getByRole('menu').locator('[role=menuitemradio], [role=menuitemcheckbox]')
  if ((await choices.count()) > 0) await expectHit(choices, 1)
  await look()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
}

async function menus(stage: Stage, surface: Surface) {
  const { page, come } = stage
  addLongList(stage)
  const app = await come(surface.address)
  await expect(app.chat('Mena Low 12')).toBeVisible()
  await openMainMenu(app, surface)
  await expectMenuHit(stage, 4)

  await app.chat('Mena Low').first().click()
  await app.settled()
  for (const text of ['Line 1', 'Line 8']) {
    const message = app.message(text)
    if (surface.device === 'phone') await longPress(page, message.getByText(text))
    else {
      await message.hover()
      await message.getByRole('button', { name: /^More about/ }).click()
    }
    await expectMenuHit(stage, 2)
  }
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expectHit(page.getByRole('row').first().getByRole('gridcell'), 8)
  await page.keyboard.press('Escape')

  if (surface.device === 'phone') await app.back.click()
  const form = newChat(page)
  await form.open()
  for (const field of [form.number, form.members]) {
    await field.click()
    await expectHit(page.getByRole('option'), 2)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  }
}

async function rows(stage: Stage, { address }: Surface) {
  const { page, come } = stage
  addLongList(stage)
  const app = await come(address)
  await expect(app.chat('Mena Low 12')).toBeVisible()
  const count = await app.chats.count()
  expect(count).toBeGreaterThan(5)
  const items = page.getByRole('menu').locator('[role^=menuitem]')
  for (let at = 0; at < count; at += 1) {
    await app.chats.nth(at).click({ button: 'right' })
    for (const end of [items.first(), items.last()]) await expect(end).toBeInViewport({ ratio: 1 })
    await expectHit(items, 4)
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
  }
  // In a window lower than the menu, it scrolls.
  const { width = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: 300 })
  await app.chats.first().click({ button: 'right' })
  await expect(page.getByRole('presentation').filter({ has: items })).toBeInViewport({ ratio: 1 })
  await expectHit(items, 4)
}

const LONG_DRAFT = Array.from({ length: 10 }, (_, at) => `Line ${at + 1}`).join('\n')

async function lowWindow(stage: Stage, size: { width: number; height: number }) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: 'Mena Low' })
  addTexts(clinic, chat, ['Hello'])
  await page.setViewportSize(size)
  const app = await come()
  const items = page.getByRole('menu').locator('[role^=menuitem]')
  const surface = page.getByRole('presentation').filter({ has: items })

  await app.filter.click()
  await expect(surface).toBeInViewport({ ratio: 1 })
  await expectHit(items, 8)
  await page.keyboard.press('Escape')
  await app.search.click()
  const { chip } = searchFilters(page)
  for (const name of ['Person', 'Date']) {
    await chip(name).click()
    await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Escape')

  await app.open('Mena Low')
  await app.text.fill(LONG_DRAFT)
  await pendingMessages(page).more.click()
  await expect(surface).toBeInViewport({ ratio: 1 })
  await expectHit(items, 4)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expectHit(page.getByRole('searchbox', { name: 'Search emoji' }), 1)
  await page.keyboard.press('Escape')
  await snippets(page).open()
  await expectHit(snippets(page).search, 1)
}

async function toast({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Mena Low' })
  const app = await come(addressOf(chat.id))
  await app.text.fill(LONG_DRAFT)
  await page.getByRole('button', { name: 'Chat actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as done' }).click()
  await expect(app.toast).toContainText('Marked as done')
  await expect(async () => {
    const box = await app.toast.boundingBox()
    const field = await app.text.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(field?.y ?? 0)
  }).toPass()
}

async function longToast({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Mena Low' })
  const app = await come(addressOf(chat.id))
  await page.getByRole('button', { name: 'Mark as done' }).click()
  const said = app.toast.getByText('Marked as done')
  await said.evaluate((element) => (element.textContent = 'Your message wasn’t sent. It’s under the filter Returned.'))
  for (const width of [1366, 900]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(async () => {
      const box = await app.toast.boundingBox()
      const field = await app.text.boundingBox()
      expect(box && box.x + box.width).toBeLessThanOrEqual(field?.x ?? 0)
    }).toPass()
  }
}
