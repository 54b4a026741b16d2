import { appUrl } from '../pages/addresses.ts'
import { signIn, takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** How often the page has asked for each address: what it was announced and what it then asked for are one. */
const ASKED = `Object.fromEntries(['/config.json', '/api/auth/session'].map((path) => [
  path, performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === path).length ]))`

test('what the page announces as its first questions is asked once', async ({ openBrowser }) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  const arrived = await page.goto(appUrl())
  expect(arrived?.headers()['link']).toContain('rel=preload')
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  expect(await page.evaluate(ASKED)).toEqual({ '/config.json': 1, '/api/auth/session': 1 })
})

/** Whether the page has shown that it loads chats, since it began. */
const WATCH_LOADING = `globalThis.wasLoading = false
  new MutationObserver(() => { globalThis.wasLoading ||= document.body?.textContent.includes('Loading chats') })
    .observe(document, { childList: true, subtree: true })`

test('a list that is there at once is drawn with its screen; one that is not has its place held', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  await page.addInitScript(WATCH_LOADING)
  // No time passes, however slow the machine is.
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

test('no script writes style rules: all of them stand in the page’s style sheets', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.newChat.click()
  await expect(app.dialog('New chat')).toBeVisible()
  await expect(page.locator('link[rel=stylesheet]').first()).toBeAttached()
  await expect(page.locator('[data-make-styles-bucket]')).toHaveCount(0)
})
