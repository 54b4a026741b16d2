import { arrangeChat } from '../pages/arrange.ts'
import { expectHit } from '../pages/hit-test.ts'
import { newChat } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { longPress } from '../pages/touch.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const CHAT = 'Rivera family'
const TEXT = 'Shall we book the check-up this week?'

test('on a wide screen, messages and composer are in a column of 960 px', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1920, height: 1080 } })
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  await expect(async () => {
    for (const element of [app.message(TEXT), page.locator('textarea')]) {
      const box = await element.boundingBox()
      expect(box?.width).toBeGreaterThan(860)
      expect(box?.width).toBeLessThanOrEqual(960)
    }
  }).toPass()
})

test('on a phone, nothing is next to a bubble; a long press opens its menu', async ({ openBrowser }) => {
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

  // The long press does not also click the element.
  await longPress(page, app.transcript.getByRole('button', { name: /^Open picture/ }).first())
  await expect(page.getByRole('menuitem', { name: 'Delivery details' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('in a low window, menus and modals scroll, and their last button is reachable', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1366, height: 400 } })
  const app = await signIn(page, 'Dana Cole')
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
})

test('Create Mobile is aligned with the field of members, also when that shows an error', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
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
})

test('on the narrowest phone, emoji are complete, and the contact’s number is in one row with copy and call', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ ...PHONE, viewport: { width: 320, height: 640 } })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Tom Becker')
  await expect(async () => {
    const copy = await page.getByRole('button', { name: 'Copy (202) 555-0171' }).boundingBox()
    const call = await page.getByRole('link', { name: 'Call (202) 555-0171' }).boundingBox()
    expect(call).toMatchObject({ y: copy?.y, width: 40, height: 40 })
  }).toPass()

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
})

test('the buttons of a chat’s header have one width', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Vera Blank', contact: { name: 'Vera Blank', number: '+12025553391' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Vera Blank')
  for (const name of ['Find in this chat', 'Mark as done', 'Snooze', 'Assign']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCSS('width', '32px')
  }
})

for (const density of ['Comfortable', 'Compact']) {
  test(`in ${density.toLowerCase()} rows, the menu button takes the place of the time and covers nothing else`, async ({
    openBrowser,
  }) => {
    const contact = { name: 'Vera Counted', number: '+12025553393' }
    await arrangeChat({ name: contact.name, contact })
    await textFrom(contact.number, 'Good morning')
    const page = await openBrowser({ reducedMotion: 'reduce' })
    const app = await signIn(page, 'Dana Cole')
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
  })
}

test('a compact row has no stub of a message, but always a draft', async ({ openBrowser }) => {
  const name = 'Wilhelmina Featherstonehaugh-Cholmondeley'
  await arrangeChat({ name, contact: { name, number: '+12025553392' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
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
  await expect(row.getByText('No messages yet')).not.toBeInViewport()
})
