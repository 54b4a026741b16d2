import { arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { findBar } from '../pages/find-bar.ts'
import { answer, wholeAnswer } from '../pages/network.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const filler = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`)

test('Ctrl+F in the open chat finds messages by keyboard, also those that are not loaded', async ({ openBrowser }) => {
  const chat = await arrangeNotes('Find by keyboard')
  await arrangeTexts(chat.id, ['The first platypus', ...filler(80), 'A platypus again', 'The last platypus', 'The end'])
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
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
})

/** Whether the page left the last Ctrl+F to the browser. */
const WATCH_KEYS = `addEventListener('keydown', (event) => {
  if (event.code === 'KeyF') globalThis.isBrowsers = !event.defaultPrevented
})`

test('Ctrl+F stays the browser’s outside of the chat, and in the find bar', async ({ openBrowser }) => {
  await arrangeNotes('Find or leave')
  const page = await openBrowser()
  await page.addInitScript(WATCH_KEYS)
  const app = await signIn(page, 'Dana Cole')
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
})

test('the count is a lower bound until every message is searched', async ({ openBrowser }) => {
  const chat = await arrangeNotes('Find in parts')
  await arrangeTexts(chat.id, ['One okapi', 'Two okapi', 'Three okapi'])
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const find = findBar(page)
  await app.open('Find in parts')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await answer(page, 'messages.search', async (route) => {
    const { cursor, ...body } = route.request().postDataJSON() as { cursor?: string }
    const whole = await wholeAnswer<unknown[]>(route, { postData: body })
    if (cursor !== undefined) await held
    const data = cursor === undefined ? whole.body.data.slice(0, 1) : whole.body.data.slice(1)
    const headers = { ...whole.headers, ...(cursor === undefined && { 'x-next-cursor': chat.id }) }
    await route.fulfill({ response: whole.response, headers, json: { ...whole.body, data } })
  })
  await find.open.click()
  await find.field.fill('okapi')
  await find.field.press('Enter')
  await expect(find.bar).toContainText('1 of 1+')
  release()
  await expect(find.bar).toContainText('1 of 3')
  await find.older.click()
  await expect(find.bar).toContainText('2 of 3')

  // A message that arrives is searched too.
  await arrangeTexts(chat.id, ['Four okapi'])
  await expect(find.bar).toContainText('3 of 4')
  await find.field.fill('quagga')
  await expect(find.bar).toContainText('No matches')
  await expect(page.getByText('No matches')).toHaveCount(2)
})
