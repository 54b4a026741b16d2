import { moveTo } from '../pages/keyboard.ts'
import { hold as holdFile, lose as loseFile } from '../pages/network.ts'
import { newMessage } from '../pages/new-chat.ts'
import { hold } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test.use({ newPage: true })

for (const saveData of [false, true]) {
  test(`Loading later: ${saveData ? 'not' : 'the rest'} while idle if the person ${saveData ? 'saves' : 'does not save'} data`, ({
    stage,
  }) => whileIdle(stage, saveData))
}
test('Loading later: what a pointer approaches works without a connection, such as emoji', ({ stage }) => emoji(stage))
test('Loading later: no keys are lost', ({ stage }) => keys(stage))
test('Loading later: code waits for its styles, and tries again if they fail', ({ stage }) => styles(stage))
test('Loading later: a new chat’s field for recipients keeps its place', ({ stage }) => recipients(stage))

/** Counts how often the page wants to know when it is idle, which it never is. */
const NEVER_IDLE = `{
  const { requestIdleCallback } = window
  globalThis.timesAsked = 0
  window.requestIdleCallback = () => (globalThis.timesAsked += 1)
  globalThis.resumeIdle = () => {
    Object.assign(window, { requestIdleCallback })
    delete navigator.connection
  }
}`

async function whileIdle({ page, come }: Stage, saveData: boolean) {
  const connection = JSON.stringify({ saveData, effectiveType: '4g' })
  await page.evaluate(NEVER_IDLE)
  // The connection that the browser reports to a page.
  await page.evaluate(`Object.defineProperty(navigator, 'connection', { value: ${connection}, configurable: true })`)
  const app = await come()
  await app.open('Priya Shah')
  expect(await page.evaluate('timesAsked')).toBe(saveData ? 0 : 1)
  await page.evaluate('resumeIdle()')
}

async function emoji({ page, come, forgive }: Stage) {
  const code = page.waitForResponse(/\/assets\/emoji-picker.*js$/)
  const app = await come()
  await app.open('Priya Shah')
  await app.text.fill('Well  done!')
  await page.getByRole('button', { name: 'Emoji' }).hover()
  await (await code).finished()
  forgive(/ERR_FAILED/)
  await loseFile(page, /\/assets\//)

  await app.text.press('Home')
  for (let step = 0; step < 5; step += 1) await app.text.press('ArrowRight')
  await moveTo(page, page.getByRole('button', { name: 'Emoji' }))
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  await expect(search).toBeFocused()
  await search.fill('party popper')
  await expect(page.getByRole('gridcell', { name: 'Party popper' })).toBeVisible()
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('Well 🎉 done!')
  await page.keyboard.type('🎈')
  await expect(app.text).toHaveValue('Well 🎉🎈 done!')

  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(app.text).toBeFocused()
}

const NEW_CHAT_VIEW = /\/assets\/new-chat-view-.*js$/

async function keys({ page, come }: Stage) {
  const sendResults = await holdFile(page, /\/assets\/search-.*js$/)
  const sendNewChat = await holdFile(page, NEW_CHAT_VIEW)
  const app = await come()
  await app.search.fill('a')
  await app.search.press('Enter')
  await sendResults()
  await expect(app.list.getByRole('link').first()).toBeFocused()

  await app.newChat.click()
  await expect(page.getByRole('textbox', { name: 'To' })).toBeFocused()
  await page.keyboard.type('Oda')
  await sendNewChat()
  await expect(newMessage(page).to).toHaveValue('Oda')
  await page.keyboard.type(' B')
  await expect(newMessage(page).to).toHaveValue('Oda B')
}

async function styles({ page, come, forgive }: Stage) {
  forgive(/components-later|ERR_FAILED/)
  const find = await loseFile(page, /components-later/)
  const code = page.waitForResponse(NEW_CHAT_VIEW)
  const app = await come()
  await app.newChat.click()
  await (await code).finished()
  await expect(newMessage(page).to).not.toBeAttached()
  await find()
  // The last attempt may still be about to fail. Going offline for a moment would stop what is loading now.
  await expect(async () => {
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(newMessage(page).to).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

async function recipients({ page, come }: Stage) {
  await page.setViewportSize({ width: 390, height: 844 })
  const sendCode = await holdFile(page, NEW_CHAT_VIEW)
  const sendLines = await hold(page, 'numbers.twilio')
  const app = await come()
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
}
