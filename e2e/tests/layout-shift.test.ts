import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { watchLayoutShifts } from '../pages/layout-shifts.ts'
import { hold } from '../pages/network.ts'
import { newMessage } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn, takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const CALLERS = Array.from({ length: 14 }, (_, index) => ({
  name: `Caller ${index + 10}`,
  number: `+120255542${index + 10}`,
}))

test.beforeEach(async () => {
  for (const contact of CALLERS) await arrangeChat({ name: contact.name, contact })
})

test('no part of the list jumps while it loads, when texts arrive, and when a chat is opened', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const shifts = await watchLayoutShifts(page)
  await takeSession(page, 'Dana Cole')
  const app = chatsPage(page)
  const show = await hold(page, 'chats.search')
  await page.goto(appUrl())
  await app.list.getByText('Loading chats').waitFor({ state: 'attached' })
  await show()
  await app.chats.first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])

  await page.reload()
  await app.chats.first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])

  // The last one is the lowest in the list.
  for (const { name, number } of CALLERS.slice(0, 3)) {
    await textFrom(number, `From ${name}`)
    await expect(app.chats.first()).toContainText(`From ${name}`)
  }
  expect(await shifts.take()).toEqual([])

  await app.open(CALLERS[1]?.name ?? '')
  await expect(app.newest).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shifts.take()).toEqual([])
})

test('on a phone, the field for recipients keeps its place when the rest of a new chat and its line arrive', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } })
  const sendCode = await hold(page, /new-chat-view-.*js$/)
  const sendLines = await hold(page, 'numbers.twilio')
  const app = await signIn(page, 'Dana Cole')
  await app.newChat.click()
  const placeholder = page.getByRole('textbox', { name: 'To' })
  await expect(placeholder).toBeFocused()
  const top = async (field = newMessage(page).to) => (await field.boundingBox())?.y
  const before = await top(placeholder)

  await sendCode()
  await expect(newMessage(page).moreOptions).toBeVisible()
  expect(await top()).toBe(before)

  await sendLines()
  const { line } = newMessage(page)
  await expect(line).toBeVisible()
  expect(await top()).toBe(before)
  // The button is lower than 40 px, but fingers have as much.
  const { x, y, height } = (await line.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  for (const edge of [y + height + 7, y - 7]) {
    await page.mouse.click(x + 20, edge)
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
})
