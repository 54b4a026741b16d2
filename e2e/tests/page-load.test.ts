import { appUrl } from '../pages/addresses.ts'
import { signIn, takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

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

  await page.route('**/api/v1/chats/search', () => {})
  const asked = page.waitForRequest('**/api/v1/chats/search')
  await page.reload()
  await asked
  await expect(list).not.toBeAttached()
  await page.clock.runFor(100)
  await list.waitFor()
  expect(await page.evaluate('wasLoading')).toBe(true)
})

test('no script adds style rules: all of them are in the page’s style sheets', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.newChat.click()
  await expect(app.dialog('New chat')).toBeVisible()
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
