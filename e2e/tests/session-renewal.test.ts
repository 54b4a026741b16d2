import type { Page } from '@playwright/test'
import { answer } from '../pages/network.ts'
import { pickAccount, signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const CHAT = 'Priya Shah'
const DAY_MS = 24 * 3_600_000
const COOKIE = 'next-auth.session-token'

/** Session end for the page; the server's own is months away. */
async function nearTheEnd(page: Page) {
  await answer(page, /\/api\/auth\/session$/, async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { user?: object }
    const renewBy = new Date(Date.now() + DAY_MS).toISOString()
    await route.fulfill({ response, json: session.user ? { ...session, renewBy } : session })
  })
}

/** Switches the tab away and back, so that it refetches the session. */
async function comeBack(page: Page) {
  // While it is being read or renewed, it is not read again.
  await expect(async () => {
    await Promise.all([
      page.waitForResponse('**/api/auth/session', { timeout: 5_000 }),
      page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
    ])
  }).toPass()
}

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === COOKIE)?.value

test('a session is renewed silently before its end, and a draft stays', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const writing = page.getByRole('textbox', { name: 'Write to' })
  await writing.fill('Half a sentence')
  const before = await tokenOf(page)
  await nearTheEnd(page)
  await comeBack(page)
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(writing).toHaveValue('Half a sentence')
  await expect(writing).toBeFocused()
  // The page continues with the renewed session.
  await writing.press('Enter')
  await expect(page.getByText('Half a sentence').first()).toBeVisible()
})

test('if Microsoft requires interaction, the page continues without retrying, and ends with a normal sign-in', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  let asked = 0
  // No one is signed in at Microsoft, so prompt=none returns login_required.
  await answer(page, /\/oauth2\/v2\.0\/authorize\?/, async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get('prompt') === 'none') {
      asked += 1
      url.searchParams.delete('login_hint')
    }
    await route.continue({ url: url.href })
  })
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const writing = page.getByRole('textbox', { name: 'Write to' })
  await writing.fill('Half a sentence')
  const before = await tokenOf(page)
  await nearTheEnd(page)
  const refused = page.waitForResponse('**/api/auth/renewed')
  await comeBack(page)
  await refused
  await expect(page.locator('iframe')).toHaveCount(0)
  for (let times = 0; times < 3; times += 1) await comeBack(page)
  expect([asked, await tokenOf(page)]).toEqual([1, before])
  await expect(writing).toHaveValue('Half a sentence')

  // The session has ended.
  await page.context().clearCookies({ name: COOKIE })
  await comeBack(page)
  await pickAccount(page, 'Dana Cole')
  await app.open(CHAT)
  await expect(writing).toHaveValue('Half a sentence')
})
