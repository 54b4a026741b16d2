import { createClient } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import { listen } from '../../../tests/hub.ts'
import { createBrowser } from '../tests/browser.ts'
import type { Browser } from '../tests/browser.ts'
import { createHeldClock } from '../tests/held-clock.ts'

const DANA = 'dana@lakeside.example'
const OMAR = 'omar@lakeside.example'
const OMARS_ID = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const SESSION = 'next-auth.session-token'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const clock = createHeldClock()
let harness: Harness
let renewed: string
beforeAll(async () => {
  harness = await startHarness({ clock })
  renewed = `${harness.url}/api/auth/renewed`
  const dana = await harness.signIn(DANA)
  await dana.get('settings.addUser', { body: { userId: OMARS_ID, role: 'User', name: 'Omar Haddad' } })
})
afterAll(() => harness.close())

async function signedIn(login = DANA): Promise<Browser> {
  const browser = createBrowser(harness.url)
  await browser.signIn(login)
  return browser
}

async function sessionOf(browser: Browser) {
  const { user, renewBy } = await browser.session()
  if (!user || !renewBy) throw new Error('Nobody is signed in.')
  const daysLeft = (Date.parse(renewBy) - clock.now().getTime()) / DAY_MS
  return { ...user, daysLeft, client: createClient(harness.url, user.accessToken) }
}

/** The browser is used every day. */
async function passDays(days: number, browser: Browser) {
  for (let day = 0; day < days; day += 1) {
    clock.pass(DAY_MS)
    await browser.session()
  }
}

/** The web app’s silent renewal: a sign-in that redirects to /api/auth/renewed. */
async function renew(browser: Browser, hint = `&login_hint=${DANA}`) {
  const { location } = await browser.post(`/api/auth/signin/azure-ad?prompt=none${hint}`, { callbackUrl: renewed })
  return browser.visit(await browser.atDirectory(location ?? ''))
}

test('a session ends 90 days after its sign-in, even with daily use', async () => {
  const browser = await signedIn()
  await passDays(89, browser)
  const { client, daysLeft } = await sessionOf(browser)
  expect(daysLeft).toBeCloseTo(1, 2)
  const connection = await listen(harness.url, client)
  clock.pass(DAY_MS - MINUTE_MS)
  const { client: lastClient } = await sessionOf(browser)
  expect((await lastClient.call('users.me')).status).toBe(200)
  clock.pass(2 * MINUTE_MS)
  expect((await lastClient.call('users.me')).status).toBe(401)
  await connection.closed
  const page = await browser.visit('/api/auth/session')
  expect([page.text, page.setCookies.get(SESSION)]).toEqual(['{}', expect.stringContaining('Max-Age=0')])
})

test('an expired session is not listed', async () => {
  const browser = await signedIn()
  await passDays(91, browser)
  const { client } = await sessionOf(await signedIn())
  expect(await client.get('sessions.list')).toHaveLength(1)
})

test('the cookie expires with the session', async () => {
  const browser = await signedIn()
  await passDays(80, browser)
  const written = (await browser.visit('/api/auth/session')).setCookies.get(SESSION) ?? ''
  expect(Number(/Max-Age=(\d+)/.exec(written)?.[1]) / 86_400).toBeCloseTo(10, 2)
})

test('a renewal extends the session, replaces its cookie, and keeps its access token and hub connection', async () => {
  const browser = await signedIn()
  await passDays(80, browser)
  const before = await sessionOf(browser)
  const connection = await listen(harness.url, before.client)
  const formerToken = browser.cookies.get(SESSION)
  const page = await renew(browser)
  expect(page.location).toBe(renewed)
  const shown = await browser.visit(page.location ?? '')
  expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
    200,
    "default-src 'none'; frame-ancestors 'self'",
  ])
  expect(browser.cookies.get(SESSION)).not.toBe(formerToken)
  const after = await sessionOf(browser)
  expect([after.id, after.sessionId]).toEqual([before.id, before.sessionId])
  expect(after.daysLeft).toBeCloseTo(90, 2)
  expect((await before.client.call('users.me')).status).toBe(200)
  expect(connection.connection.state).toBe('Connected')
  await connection.connection.stop()
  await passDays(80, browser)
  expect((await sessionOf(browser)).daysLeft).toBeCloseTo(10, 2)
})

test('the former cookie works for two minutes, and its answers do not replace the new one', async () => {
  const browser = await signedIn()
  const late = createBrowser(harness.url)
  late.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '')
  await renew(browser)
  const answer = await late.visit('/api/auth/session')
  expect([answer.text.includes('Dana Cole'), answer.setCookies.has(SESSION)]).toEqual([true, false])
  clock.pass(2 * MINUTE_MS + 1)
  expect(await late.session()).toEqual({})
  expect((await sessionOf(browser)).name).toBe('Dana Cole')
})

test('a sign-out with the former cookie ends the session', async () => {
  const browser = await signedIn()
  const late = createBrowser(harness.url)
  late.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '')
  await renew(browser)
  await late.post('/api/auth/signout')
  expect(await browser.session()).toEqual({})
})

test('a session keeps its end if Microsoft requires interaction', async () => {
  const browser = await signedIn()
  await passDays(80, browser)
  const formerToken = browser.cookies.get(SESSION)
  // Without a hint the directory answers login_required.
  const page = await renew(browser, '')
  expect([page.location, browser.cookies.get(SESSION)]).toEqual([renewed, formerToken])
  expect((await sessionOf(browser)).daysLeft).toBeCloseTo(10, 2)
  await passDays(10, browser)
  expect(await browser.session()).toEqual({})
  // The sign-in page still works, and redirects to the app instead of the empty page.
  const back = await browser.signIn(DANA)
  expect(back.location).toBe(`${harness.url}/`)
})

test('a renewal as another user leaves the session unchanged', async () => {
  const browser = await signedIn()
  const before = await sessionOf(browser)
  await renew(browser, `&login_hint=${OMAR}`)
  expect(await sessionOf(browser)).toMatchObject({ name: 'Dana Cole', sessionId: before.sessionId })
})

test('an expired session is not renewed, and a renewal without a session signs in', async () => {
  const browser = createBrowser(harness.url)
  expect((await renew(browser)).location).toBe(`${harness.url}/`)
  expect((await sessionOf(browser)).name).toBe('Dana Cole')
  const over = await signedIn()
  clock.pass(31 * DAY_MS)
  await renew(over)
  expect(await over.session()).toEqual({})
})

test('a disabled user’s session is not renewed', async () => {
  const browser = await signedIn(OMAR)
  const { client: dana } = await sessionOf(await signedIn())
  const change = (disabled: boolean) =>
    dana.get('settings.updateUser', {
      params: { userId: OMARS_ID },
      body: { name: 'Omar Haddad', role: 'User', disabled },
    })
  await change(true)
  await renew(browser, `&login_hint=${OMAR}`)
  expect(await browser.session()).toEqual({})
  await change(false)
})

test('a session from a sign-in code ends with the session that issued the code', async () => {
  const browser = await signedIn()
  await passDays(80, browser)
  const { client } = await sessionOf(browser)
  const { code } = await client.get('sessions.signInCode')
  const frame = createBrowser(harness.url)
  await frame.post('/api/auth/callback/teams', { code, json: 'true' })
  expect((await sessionOf(frame)).daysLeft).toBeCloseTo(10, 2)
})
