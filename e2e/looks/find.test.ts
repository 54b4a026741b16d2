import { findBar } from '../pages/find-bar.ts'
import { addChat, addTexts } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Find: opened', ({ stage }) => opened(stage))
test('Find: searching', ({ stage }) => searching(stage))
test('Find: matches', ({ stage }) => matches(stage))
test('Find: no matches', ({ stage }) => noMatches(stage))
test('Find: failed', ({ stage }) => failed(stage))
test('Find: by keyboard, also what is not loaded', ({ stage }) => byKeyboard(stage))
test('Find: Ctrl+F stays the browser’s outside of the chat, and in the find bar', ({ stage }) => browsersKey(stage))
test('Find: the count is a lower bound until every message is searched', ({ stage }) => lowerBound(stage))

const TEXTS = [
  'The delivery comes on Friday at 9, see https://deliveries.example/9912',
  'Is anyone at the desk?',
  'Yes, until 6. Was the delivery confirmed?',
  'It was. Delivery number is 202-555-0142.',
  'Good.',
]

/** Opens the find bar in a chat with a few texts. */
async function open({ page, clinic, come }: Stage, name: string) {
  addTexts(clinic, addChat(clinic, { name }), TEXTS)
  const app = await come()
  await app.open(name)
  const find = findBar(page)
  await find.open.click()
  await expect(find.field).toBeFocused()
  return { app, find }
}

async function opened(stage: Stage) {
  await open(stage, 'Find opened')
  await stage.look()
}

async function searching(stage: Stage) {
  const letGo = await hold(stage.page, 'messages.search')
  const { find } = await open(stage, 'Find searching')
  await find.field.fill('delivery')
  await expect(find.bar).toContainText('Searching…')
  await stage.look()
  await letGo()
  await expect(find.bar).toContainText('1 of 3')
}

async function matches(stage: Stage) {
  const { app, find } = await open(stage, 'Find matches')
  await find.field.fill('deliver')
  await expect(find.bar).toContainText('1 of 3')
  await find.older.click()
  await expect(app.transcript.locator('mark')).toHaveCount(4)
  await stage.look()
}

async function noMatches(stage: Stage) {
  const { find } = await open(stage, 'Find nothing')
  await find.field.fill('giraffe')
  await expect(find.bar).toContainText('No matches')
  await stage.look()
}

async function failed(stage: Stage) {
  const allow = await refuse(stage.page, 'messages.search')
  const { find } = await open(stage, 'Find failed')
  await find.field.fill('delivery')
  await expect(find.bar.getByRole('alert')).toHaveText('The search failed')
  await stage.look()
  await allow()
  await find.bar.getByRole('button', { name: 'Try again' }).click()
  await expect(find.bar).toContainText('1 of 3')
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1}`)

async function byKeyboard({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Find by keyboard' })
  const texts = ['The first platypus', ...lines(80), 'A platypus again', 'The last platypus', 'The end']
  addTexts(clinic, chat, texts)
  const app = await come()
  const find = findBar(page)
  await app.open('Find by keyboard')
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Control+f')
  await expect(find.field).toBeFocused()
  await page.keyboard.type('platy')
  await expect(find.bar).toContainText('1 of 3')
  await expect(app.message('The last platypus')).toBeInViewport()
  await expect(app.message('The last platypus').locator('mark')).toHaveText('platy')
  await expect(find.field).toBeFocused()
  await expect(page.getByText(/^Match 1 of 3\. Dana Cole\. The last platypus$/)).toBeAttached()

  await page.keyboard.press('Enter')
  await expect(find.bar).toContainText('2 of 3')
  await page.keyboard.press('ArrowUp')
  await expect(find.bar).toContainText('3 of 3')
  await expect(app.message('The first platypus')).toBeInViewport()
  await expect(find.older).toBeDisabled()
  await expect(find.field).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(find.bar).toContainText('3 of 3')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('ArrowDown')
  await expect(find.bar).toContainText('1 of 3')
  await expect(app.message('The last platypus')).toBeInViewport()

  await page.keyboard.press('Escape')
  await expect(find.bar).toBeHidden()
  await expect(app.text).toBeFocused()
  await expect(app.transcript.locator('mark')).toHaveCount(0)
}

/** Whether the page left the last Ctrl+F to the browser. */
const WATCH_KEYS = `addEventListener('keydown', (event) => {
  if (event.code === 'KeyF') globalThis.isBrowsers = !event.defaultPrevented
})`

async function browsersKey({ page, clinic, come }: Stage) {
  addChat(clinic, { name: 'Find or leave' })
  await page.evaluate(WATCH_KEYS)
  const app = await come()
  const find = findBar(page)
  await app.open('Find or leave')
  await app.search.press('Control+f')
  expect(await page.evaluate('isBrowsers')).toBe(true)
  await expect(find.bar).toBeHidden()

  await app.membersButton.press('Control+f')
  expect(await page.evaluate('isBrowsers')).toBe(false)
  await expect(find.field).toBeFocused()
  await page.keyboard.press('Control+f')
  expect(await page.evaluate('isBrowsers')).toBe(true)

  // From elsewhere in the chat it returns to the field.
  await app.text.focus()
  await page.keyboard.press('Meta+f')
  await expect(find.field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function lowerBound(stage: Stage) {
  const { page, clinic, come } = stage
  const contact = { name: 'Otto Kapi', number: '+12025553270' }
  const chat = addChat(clinic, { name: 'Find in parts', contacts: [contact] })
  addTexts(clinic, chat, ['One okapi', 'Two okapi', 'Three okapi'])
  clinic.foundAtOnce = 1
  const app = await come()
  const find = findBar(page)
  await app.open('Find in parts')
  const first = await hold(page, 'messages.search')
  await find.open.click()
  await find.field.fill('okapi')
  await find.field.press('Enter')
  await expect(find.bar).toContainText('Searching…')
  // Holds only later requests.
  const others = await hold(page, 'messages.search')
  await first()
  await expect(find.bar).toContainText('1 of 1+')
  await others()
  await expect(find.bar).toContainText('1 of 3')
  await find.older.click()
  await expect(find.bar).toContainText('2 of 3')

  // A message that arrives is searched too.
  await receive(stage, chat, 'Four okapi')
  await expect(find.bar).toContainText('3 of 4')
  await find.field.fill('quagga')
  await expect(find.bar).toContainText('No matches')
  await expect(page.getByText('No matches')).toHaveCount(2)
}
