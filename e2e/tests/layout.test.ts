import type { Locator } from '@playwright/test'
import { sandboxUrl } from '../pages/addresses.ts'
import { newChat } from '../pages/new-chat.ts'
import { openPhones } from '../pages/phones-page.ts'
import { signIn } from '../pages/sign-in.ts'
import { longPress } from '../pages/touch.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const CHAT = 'Rivera family'
const TEXT = 'Shall we book the check-up this week?'

test('on a wide screen the messages and the composer are a column of 960 px', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1920, height: 1080 } })
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const own = await app.message(TEXT).boundingBox()
  const composer = await page.locator('textarea').boundingBox()
  for (const box of [own, composer]) {
    expect(box?.width).toBeGreaterThan(860)
    expect(box?.width).toBeLessThanOrEqual(960)
  }
})

test('on a phone nothing is beside a bubble; a long press opens its menu', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const message = app.message(TEXT)
  const tools = message.getByRole('button', { name: /^(Reply to|More about)/ })
  for (const tool of await tools.all()) await expect(tool.locator('xpath=..')).toHaveCSS('opacity', '0')

  await longPress(page, message.getByText(TEXT))
  await page.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(page.getByText('Replying to Omar Haddad')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)

  // What is under the finger is not pressed as well.
  await longPress(page, app.transcript.getByRole('button', { name: /^Open picture/ }).first())
  await expect(page.getByRole('menuitem', { name: 'Delivery details' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('in a low window menus and modals scroll, and their last button is in reach', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1366, height: 400 } })
  const app = await signIn(page, 'Dana Cole')
  await app.account.click()
  const signOut = page.getByRole('menuitem', { name: 'Sign out' })
  await signOut.scrollIntoViewIfNeeded()
  await expect(signOut).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog')
  const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
  const surface = await dialog.boundingBox()
  expect(surface?.y).toBeGreaterThanOrEqual(12)
  expect(close && surface && surface.y + surface.height - close.y - close.height).toBeGreaterThanOrEqual(16)
})

test('Create Mobile is level with the field of members, also where that says what is wrong', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.newChat.click()
  const modal = newChat(page)
  const { dialog, members, chosen, save } = modal
  await modal.remove('Dana Cole')
  await expect(chosen).toHaveCount(0)
  await save.click()
  await expect(dialog.getByText('Chat should have at least one member.').first()).toBeVisible()
  const field = await members.boundingBox()
  const button = await dialog.getByRole('button', { name: 'Create Mobile' }).boundingBox()
  expect(Math.abs((button?.y ?? NaN) - (field?.y ?? NaN))).toBeLessThanOrEqual(2)
})

test('a contact has the same color in the app and on the page of phones', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const inApp = await colorOf(app.message('Thursday please').getByText('MR', { exact: true }))
  await openPhones(page)
  expect(page.url()).toContain(sandboxUrl())
  expect(
    await colorOf(page.getByRole('article', { name: 'Marta Rivera’s phone' }).getByText('MR', { exact: true })),
  ).toBe(inApp)
})

const colorOf = (avatar: Locator) => avatar.evaluate('(one) => getComputedStyle(one).backgroundColor')
