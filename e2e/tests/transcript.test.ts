import type { Locator } from '@playwright/test'
import { chatUrl } from '../pages/addresses.ts'
import { arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { pickAccount, signIn } from '../pages/sign-in.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { expect, test } from '../test.ts'

/** More than three pages, so that the oldest message is not loaded when the chat is opened. */
const MANY = Array.from({ length: 170 }, (_, at) => `Note ${at}.`)

async function arrangeLongChat(name: string) {
  const chat = await arrangeNotes(name)
  const notes = await arrangeTexts(chat.id, MANY)
  const [early] = notes.slice(20)
  if (!early) throw new Error('There are notes.')
  await arrangeTexts(chat.id, ['As I said'], { replyTo: early.id })
  return { chat, early }
}

const topOf = async (message: Locator) => (await message.boundingBox())?.y

test('a quote leads to its message, even far back; from there the chat loads pages in both directions', async ({
  openBrowser,
}) => {
  await arrangeLongChat('Quoted')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Quoted')
  const quote = app.message('As I said').getByRole('button', { name: 'Go to the message of Dana Cole Note 20.' })
  await quote.waitFor()
  await moveTo(page, app.newest, 'Shift+Tab')
  await moveTo(page, quote)
  await page.keyboard.press('Enter')
  const early = app.message('Note 20.')
  await expect(early).toBeFocused()
  await expect(early).toBeInViewport({ ratio: 1 })
  await expect(app.message('As I said')).toBeHidden()

  // Nothing moves while surrounding pages load.
  await page.waitForLoadState('networkidle')
  const top = await topOf(early)
  await page.keyboard.press('ArrowUp')
  await expect(app.message('Note 19.')).toBeFocused()
  expect(await topOf(early)).toBe(top)
  // End and Home go to the last loaded message, where more are loaded.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(app.message('As I said')).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(app.message('Note 0.')).toBeFocused({ timeout: 1_000 })
  }).toPass()
})

test('away from the newest message, the button to return shows the number of new messages', async ({ openBrowser }) => {
  const { chat } = await arrangeLongChat('Far back')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Far back')
  await app
    .message('As I said')
    .getByRole('button', { name: /^Go to the message/ })
    .click()
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Go to the newest message' })).toBeVisible()

  await arrangeTexts(chat.id, ['New one', 'New two'])
  const back = page.getByRole('button', { name: '2 new messages' })
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  await back.click()
  await expect(app.message('New two')).toBeInViewport({ ratio: 1 })
  await expect(back).toBeHidden()
})

test('a message written far back appears at the end, and the view moves there', async ({ openBrowser }) => {
  await arrangeLongChat('Written back')
  const app = await signIn(await openBrowser(), 'Dana Cole')
  await app.open('Written back')
  await app
    .message('As I said')
    .getByRole('button', { name: /^Go to the message/ })
    .click()
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  // The button takes the focus, which the composer needs.
  await expect(app.message('Note 20.')).toBeFocused()
  await app.write('Back at the end')
  await expect(app.message('Back at the end')).toBeInViewport({ ratio: 1 })
})

test('a link leads to a message once; an unknown message shows an error', async ({ openBrowser, complaints }) => {
  const { chat, early } = await arrangeLongChat('By address')
  const page = await openBrowser()
  await page.goto(`${chatUrl(chat.id)}&message=${early.id}`)
  await pickAccount(page, 'Dana Cole')
  const app = chatsPage(page)
  await expect(app.message('Note 20.')).toBeInViewport({ ratio: 1 })
  await expect(app.message('Note 20.')).toBeFocused()
  await expect.poll(() => new URL(page.url()).search).toBe(`?chat=${chat.id}`)

  await page.goto(`${chatUrl(chat.id)}&message=${chat.id}`)
  await expect(page.getByText('This message is not in the chat.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('This message is not in the chat.')).toBeHidden()
  await expect(app.message('As I said')).toBeInViewport({ ratio: 1 })
  // The browser logs the refusal.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 404')])
})

test('the newest message stays in view while the window changes its height', async ({ openBrowser }) => {
  const chat = await arrangeNotes('Resized')
  await arrangeTexts(chat.id, MANY.slice(0, 40))
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Resized')
  await expect(app.newest).toBeInViewport({ ratio: 1 })
  for (const height of [420, 844, 600]) {
    await page.setViewportSize({ width: 390, height })
    await expect(app.newest).toBeInViewport({ ratio: 1 })
  }
})
