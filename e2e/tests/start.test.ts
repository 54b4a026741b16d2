import { appUrl } from '../pages/addresses.ts'
import { takeSession } from '../pages/sign-in.ts'
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
