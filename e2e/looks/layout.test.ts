import type { Locator } from '@playwright/test'
import { statusOf } from '../pages/chats-page.ts'
import { expectHit, reachOf } from '../pages/hit-test.ts'
import { newChat } from '../pages/new-chat.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { snippets } from '../pages/snippets.ts'
import { longPress } from '../pages/touch.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('On a wide screen, messages and composer are in a column of 960 px', ({ stage }) => wide(stage))
test('In a low window, menus and modals scroll, and their last button is reachable', ({ stage }) => low(stage))
test('Create Mobile is aligned with the field of members, also when that shows an error', ({ stage }) =>
  createMobile(stage))
test('The buttons of a chat’s header have words where there is room, otherwise one width, and one height', ({
  stage,
}) => header(stage))
for (const density of ['Comfortable', 'Compact'] as const) {
  test(`In ${density.toLowerCase()} rows, the menu button takes the place of the time and covers nothing else`, ({
    stage,
  }) => rowButton(stage, density))
}
test('A compact row has no stub of a message, but always a draft', ({ stage }) => compactRow(stage))
test('A message’s status is 24 px high for a pointer', ({ stage }) => statusSize(stage, 24))
test('Chips and the items of menus are 24 px high for a pointer', ({ stage }) => chipsAndItems(stage, 24))

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Nothing is next to a bubble; a long press opens its menu', ({ stage }) => bubble(stage))
  test('At 320 px, emoji are complete, and a contact’s number is in one row with copy and call', ({ stage }) =>
    narrowest(stage))
  test('A message’s status is 40 px high for a finger', ({ stage }) => statusSize(stage, 40))
  test('Chips and the items of menus are 40 px high for a finger', ({ stage }) => chipsAndItems(stage, 40))
})

const CHAT = 'Rivera family'
const TEXT = 'Thursday 3:30 or Friday 9:00 would work.'

async function wide({ page, come }: Stage) {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const app = await come()
  await app.open(CHAT)
  await expect(async () => {
    for (const element of [app.message(TEXT), page.locator('textarea')]) {
      const box = await element.boundingBox()
      expect(box?.width).toBeGreaterThan(860)
      expect(box?.width).toBeLessThanOrEqual(960)
    }
  }).toPass()
}

async function low({ page, come }: Stage) {
  await page.setViewportSize({ width: 1366, height: 400 })
  const app = await come()
  await app.account.click()
  const signOut = page.getByRole('menuitem', { name: 'Sign out' })
  await signOut.scrollIntoViewIfNeeded()
  await expect(signOut).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
    const surface = await dialog.boundingBox()
    expect(surface?.y).toBeGreaterThanOrEqual(12)
    expect(close && surface && surface.y + surface.height - close.y - close.height).toBeGreaterThanOrEqual(16)
  }).toPass()
}

async function createMobile({ page, come }: Stage) {
  await come()
  const modal = newChat(page)
  await modal.open()
  const { dialog, members, chosen, save } = modal
  for (const name of ['Dana Cole', 'Mei Tanaka', 'Omar Haddad']) await modal.remove(name)
  await expect(chosen).toHaveCount(0)
  await save.click()
  await expect(dialog.getByText('Chat should have at least one member.').first()).toBeVisible()
  await expect(async () => {
    const field = await members.boundingBox()
    const button = await dialog.getByRole('button', { name: 'Create Mobile' }).boundingBox()
    expect(Math.abs((button?.y ?? NaN) - (field?.y ?? NaN))).toBeLessThanOrEqual(2)
  }).toPass()
}

async function header({ page, clinic, come }: Stage) {
  const { id } = addChat(clinic, {
    name: 'Vera Blank',
    contacts: [{ name: 'Vera Blank', number: '+12025553391' }],
  })
  await come(addressOf(id))
  const done = page.getByRole('button', { name: 'Mark as done', exact: true })
  const buttons = ['Find in this chat', 'Mark as done', 'Snooze', 'Claim', 'Assign'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  await expect(done.getByText('Done')).toBeVisible()
  for (const button of buttons) await expect(button).toHaveCSS('height', '32px')
  await page.setViewportSize({ width: 1100, height: 768 })
  await expect(done.getByText('Done')).toBeHidden()
  for (const button of buttons) {
    await expect(button).toHaveCSS('width', '32px')
    await expect(button).toHaveCSS('height', '32px')
  }
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Assigned to' })).toHaveCSS('height', '32px')
}

async function rowButton({ page, clinic, come }: Stage, density: 'Comfortable' | 'Compact') {
  const chat = addChat(clinic, { name: 'Vera Counted' })
  addTexts(clinic, chat, ['Good morning'])
  chat.unreadCount = 1
  const app = await come()
  await app.filter.click()
  await page.getByRole('menuitemradio', { name: density }).click()
  await page.keyboard.press('Escape')
  const row = app.chats.filter({ hasText: 'Vera Counted' })
  const time = row.locator('time')
  await expect(time).toHaveCSS('opacity', '1')
  await row.hover()
  await expect(time).toHaveCSS('opacity', '0')
  const parts = [time, row.getByRole('button', { name: /^Actions for/ }), row.getByText('1', { exact: true })]
  const [place, button, count] = await Promise.all(parts.map(async (element) => element.boundingBox()))
  if (!place || !button || !count) throw new Error('A part of the row is not there.')
  expect(button.x).toBeGreaterThanOrEqual(place.x)
  expect(button.x + button.width).toBeLessThanOrEqual(place.x + place.width + 1)
  const isAbove = button.y + button.height <= count.y
  const isBeside = button.x >= count.x + count.width
  expect(isAbove || isBeside).toBe(true)
}

async function compactRow({ page, clinic, come }: Stage) {
  const name = 'Wilhelmina Featherstonehaugh-Cholmondeley'
  addChat(clinic, { name, contacts: [{ name, number: '+12025553392' }] })
  const app = await come()
  await app.open(name)
  await app.text.fill('Half')
  await app.open(CHAT)
  await app.filter.click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.keyboard.press('Escape')
  const row = app.chat(name)
  await expect(row.getByText('Draft')).toBeInViewport({ ratio: 1 })
  await app.open(name)
  await app.text.fill('')
  await app.open(CHAT)
  await expect(row.getByText('No messages')).not.toBeInViewport()
}

async function bubble({ page, clinic, come }: Stage) {
  addPicture(clinic.chats.find(({ name }) => name.startsWith(CHAT))!.messages[0]!)
  const app = await come()
  await app.open(CHAT)
  const message = app.message(TEXT)
  const tools = message.getByRole('button', { name: /^(Reply to|More about)/ })
  await expect(tools).toHaveCount(2)
  for (const tool of await tools.all()) await expect(tool.locator('xpath=..')).toHaveCSS('opacity', '0')

  await longPress(page, message.getByText(TEXT))
  await page.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(page.getByText('Replying to Omar Haddad')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)

  // The long press does not also click the element.
  await longPress(page, app.transcript.getByRole('button', { name: /^Open picture/ }).first())
  await expect(page.getByRole('menuitem', { name: 'Delivery details' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function narrowest({ page, clinic, come }: Stage) {
  clinic.chats.find(({ name }) => name === 'Tom Becker')!.assignedTo = clinic.me.id
  await page.setViewportSize({ width: 320, height: 640 })
  const app = await come()
  const copy = page.getByRole('button', { name: /^Copy \(/ })
  const call = page.getByRole('link', { name: /^Call \(/ })
  const countRows = async (...parts: Locator[]) => {
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
    return new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size
  }
  await app.open('Priya Shah')
  const number = copy.locator('xpath=../..').getByText(/^\(\d{3}\)/)
  await expect.poll(() => countRows(number, copy, call)).toBe(1)
  await app.back.click()
  // Next to an assignee, there is only room below the number.
  await app.open('Tom Becker')
  await expect.poll(() => countRows(copy, call)).toBe(1)
  await expect(call).toHaveCSS('width', '40px')
  await expect(call).toHaveCSS('height', '40px')

  await page.getByRole('button', { name: 'Emoji' }).tap()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  // The picker grows and moves when the emoji have loaded.
  await expect(async () => {
    const inside = await picker.boundingBox()
    const field = await picker.getByRole('searchbox').boundingBox()
    if (!inside || !field) throw new Error('The emoji are not there.')
    expect(inside.x + inside.width).toBeLessThanOrEqual(320)
    const [left, right] = [field.x - inside.x, inside.x + inside.width - field.x - field.width]
    expect(left).toBeGreaterThan(4)
    expect(Math.abs(left - right)).toBeLessThanOrEqual(1)
  }).toPass()
  await expectHit(picker.getByRole('row').first().getByRole('gridcell'), 8)
}

/** The button of a message's status is as large as its pointer needs, and takes the room of its line. */
async function statusSize({ clinic, come }: Stage, size: number) {
  const chat = addChat(clinic, { name: 'Sian Small', contacts: [{ name: 'Sian Small', number: '+12025553321' }] })
  addTexts(clinic, chat, ['Are you there?'])
  const app = await come(addressOf(chat.id))
  const status = statusOf(app.message('Are you there?'), 'Delivered')
  const { height = 0 } = (await status.boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(size)
  const line = await status.locator('xpath=..').boundingBox()
  expect(line?.height).toBeLessThanOrEqual(20)
  await expectHit(status, 1)
}

async function chipsAndItems({ page, clinic, come }: Stage, size: number) {
  const chat = addChat(clinic, { name: 'Unread Una', contacts: [{ name: 'Unread Una', number: '+12025553322' }] })
  addUnread(clinic, chat, ['Hello?'])
  const app = await come('/?filter=unread')
  for (const name of ['Remove filter: Unread', 'Clear filters']) {
    await expect.poll(() => reachOf(page.getByRole('button', { name }))).toBeGreaterThanOrEqual(size)
  }
  await app.filter.click()
  for (const role of ['menuitemcheckbox', 'menuitemradio'] as const) {
    const { height } = (await page.getByRole(role).last().boundingBox())!
    expect(height).toBeGreaterThanOrEqual(size)
  }
  await page.keyboard.press('Escape')
  await app.search.focus()
  const { person, hasPicture } = searchFilters(page)
  for (const chip of [person, hasPicture]) expect(await reachOf(chip)).toBeGreaterThanOrEqual(size)
  await app.search.press('Escape')
  const height = size === 40 ? '32px' : '26px'
  await expect(page.getByRole('button', { name: 'Remove filter: Unread' })).toHaveCSS('height', height)

  await app.open('Unread Una')
  await app.text.fill('/')
  const { options, form } = snippets(page)
  await options.last().click()
  const variable = form.getByRole('button', { name: 'Insert First name' })
  await expect(variable).toHaveCSS('height', height)
  expect(await reachOf(variable)).toBeGreaterThanOrEqual(size)
}
