import { routes } from '@partyline/contract'
import { appUrl } from '../pages/addresses.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { hold } from '../pages/network.ts'
import { newChat } from '../pages/new-chat.ts'
import { signIn, takeSession } from '../pages/sign-in.ts'
import { bytesOf, readWire } from '../pages/wire.ts'
import { expect, test } from '../test.ts'

test.use({ newBrowsers: true })

/** Number of requests by address; a preload and the request that uses it count once. */
const ASKED = `Object.fromEntries(['/config.json', '/api/auth/session'].map((path) => [
  path, performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === path).length ]))`

test('preloaded requests are made once', async ({ openBrowser }) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  const arrived = await page.goto(appUrl())
  expect(arrived?.headers()['link']).toContain('rel=preload')
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  expect(await page.evaluate(ASKED)).toEqual({ '/config.json': 1, '/api/auth/session': 1 })
})

/** Whether the page has ever shown that chats are loading. */
const WATCH_LOADING = `globalThis.wasLoading = false
  new MutationObserver(() => { globalThis.wasLoading ||= document.body?.textContent.includes('Loading chats') })
    .observe(document, { childList: true, subtree: true })`

test('a list that arrives at once is drawn with its screen; a later one has placeholders', async ({ openBrowser }) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  await page.addInitScript(WATCH_LOADING)
  // Time stands still, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto(appUrl())
  const list = page.getByRole('heading', { name: 'Chats' })
  await list.waitFor()
  expect(await page.evaluate('wasLoading')).toBe(false)

  await hold(page, 'chats.search')
  const asked = page.waitForRequest('**/api/v1/chats/search')
  await page.reload()
  await asked
  await expect(list).not.toBeAttached()
  await page.clock.runFor(100)
  await list.waitFor()
  expect(await page.evaluate('wasLoading')).toBe(true)
})

/** Without the list's own bytes, which depend on its chats: about 8 kB for a page of them. */
const MAX_UNTIL_LIST = 140_000
const MAX_WITH_CHAT = 300_000

test('a first visit transfers at most 140 kB until the list is drawn, and at most 300 kB with a chat', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  const wire = await readWire(page)
  // Nothing is loaded while the page is idle, and what the list does not need waits for the next frame.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto(appUrl())
  const app = chatsPage(page)
  await app.chats.first().waitFor()
  const untilList = wire.responses
    .slice(
      0,
      wire.responses.findIndex(({ path }) => path === routes['chats.search'].path),
    )
    // The browser asks for it whenever it has time, before the list or after.
    .filter(({ path }) => path !== '/favicon.svg')
  expect(untilList.length).toBeGreaterThan(5)
  expect(untilList.length).toBeLessThanOrEqual(20)
  expect(bytesOf(untilList)).toBeLessThanOrEqual(MAX_UNTIL_LIST)

  await app.chats.first().getByRole('link').click()
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(app.newest).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(bytesOf(wire.responses)).toBeLessThanOrEqual(MAX_WITH_CHAT)
})

test('no script adds style rules: all of them are in the page’s style sheets', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  await newChat(page).open()
  await expect(newChat(page).dialog).toBeVisible()
  await expect(page.locator('link[rel=stylesheet]').first()).toBeAttached()
  await expect(page.locator('[data-make-styles-bucket]')).toHaveCount(0)
})

test('connecting asks whether the lists have changed, and transfers none of them again', async ({ openBrowser }) => {
  const page = await openBrowser()
  const answers: { wanted: string | null; status: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/v1/chats/search')) return
    answers.push({ wanted: response.request().postData(), status: response.status() })
  })
  await signIn(page, 'Dana Cole')
  await expect.poll(() => answers.filter(({ status }) => status === 304).length).toBeGreaterThan(0)
  const transferred = answers.filter(({ status }) => status === 200).map(({ wanted }) => wanted)
  expect(transferred).toEqual([...new Set(transferred)])
})

test('dates are in the language of the app, regardless of the browser’s language', async ({ openBrowser }) => {
  const page = await openBrowser({ locale: 'de-DE' })
  const app = await signIn(page, 'Dana Cole')
  const time = app.chats.first().getByRole('time')
  await expect(time).toHaveAttribute(
    'title',
    /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, \d{4} at \d+:\d\d.[AP]M$/,
  )
})
