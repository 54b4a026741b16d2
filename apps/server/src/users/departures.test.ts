import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrowser } from '../auth/tests/browser.ts'
import type { Browser } from '../auth/tests/browser.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { until } from '../../tests/until.ts'

const OMAR = '1c7e3d2f-8b58-4e1d-9b64-6d2e8fa01b12'
const MEI = '2d8f4e30-7c69-4f2e-8c75-7e3f90b12c13'
const [DANAS, OMARS, MEIS] = ['dana@lakeside.example', 'omar@lakeside.example', 'mei@lakeside.example'] as const
const PRIYAS = 'priya@northgate.example'
const ROUND_MS = 5 * 60_000

const clock = createMovingClock()
let harness: Harness
/** Graph’s response instead of the sandbox’s, or null. */
let graphSays: ((url: string) => Response | Promise<Response>) | null
/** Entra’s response to the app’s own token requests, or null. */
let entraSays: (() => Response) | null
/** The requests to Graph so far. */
let asked: string[]

beforeAll(async () => {
  harness = await startHarness({
    clock,
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(...request) {
        const { hostname, pathname, href } = new URL(new Request(...request).url)
        if (hostname === 'graph.microsoft.com') {
          asked.push(href)
          return (await graphSays?.(href)) ?? toSandbox.fetch(...request)
        }
        const isForApp = pathname.endsWith('/token') && !pathname.startsWith('/organizations/')
        return (isForApp && entraSays?.()) || toSandbox.fetch(...request)
      },
    }),
  })
})
afterAll(() => harness.close())

let browsers: { dana: Browser; omar: Browser; mei: Browser; priya: Browser }
beforeEach(async () => {
  graphSays = null
  entraSays = null
  asked = []
  const dana = await harness.signIn(DANAS)
  for (const [userId, name] of [
    [OMAR, 'Omar Haddad'],
    [MEI, 'Mei Tanaka'],
  ] as const) {
    await dana.call('settings.addUser', { body: { userId, role: 'User', name } })
  }
  browsers = {
    dana: await signedIn(DANAS),
    omar: await signedIn(OMARS),
    mei: await signedIn(MEIS),
    priya: await signedIn(PRIYAS),
  }
})
afterEach(async () => {
  graphSays = null
  entraSays = null
  for (const login of [OMARS, MEIS, PRIYAS]) harness.sandbox.accounts.setAccount(login, 'enabled')
  await consent()
  await nextRound()
})

async function signedIn(login: string): Promise<Browser> {
  const browser = createBrowser(harness.url)
  await browser.signIn(login)
  expect(await isSignedIn(browser)).toBe(true)
  return browser
}

const isSignedIn = async (browser: Browser) => (await browser.session()).user !== undefined

/** The tenant is polled once a token of the app has proved its consent. */
const consent = async () => (await harness.signIn(DANAS)).get('settings.consented')

/** The finding in Diagnostics. */
async function finding() {
  const { checks } = await (await harness.signIn(DANAS)).get('diagnostics.run')
  return checks.find(({ id }) => id === 'departures')
}

/** Runs one complete poll of the directory. */
async function nextRound() {
  clock.pass(ROUND_MS)
  await until(async () => (await finding())?.found.startsWith('Checked less than a minute ago'))
}

const changesAsked = () => asked.filter((url) => url.includes('/users/delta')).length

async function deedsOf(kind: 'leftDirectory') {
  const entries = await (await harness.signIn(DANAS)).get('settings.audit', { query: { kind } })
  return entries.map(({ by, subject }) => [by, subject])
}

async function teamsToken(login: string): Promise<string> {
  const answer = await fetch(`${harness.sandbox.url}/teams/sso-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login }),
  })
  return ((await answer.json()) as { token: string }).token
}

const signInWithTeams = (token: string) =>
  createBrowser(harness.url).post('/api/auth/callback/teams', { token, json: 'true' })

test('a user disabled in Microsoft Entra is signed out everywhere, without affecting others', async () => {
  await consent()
  await nextRound()
  const connection = await listen(harness.url, await harness.signIn(OMARS))
  harness.sandbox.accounts.setAccount(OMARS, 'disabled')
  harness.sandbox.accounts.setAccount(PRIYAS, 'disabled')
  expect(await isSignedIn(browsers.omar)).toBe(true)
  await nextRound()
  expect(await isSignedIn(browsers.omar)).toBe(false)
  await connection.closed
  // Priya’s directory has not consented and is not polled.
  for (const other of [browsers.dana, browsers.mei, browsers.priya]) expect(await isSignedIn(other)).toBe(true)
  expect(await deedsOf('leftDirectory')).toEqual([[null, 'Omar Haddad']])
  // A repeated change is not recorded again.
  harness.sandbox.accounts.setAccount(OMARS, 'disabled')
  await nextRound()
  expect(await deedsOf('leftDirectory')).toHaveLength(1)
  const omar = await (await harness.signIn(DANAS)).get('users.get', { params: { userId: OMAR } })
  expect(omar).toMatchObject({ disabled: true, leftDirectoryAt: expect.any(String) })
})

test('users deleted or disabled before the first poll are signed out by it', async () => {
  harness.sandbox.accounts.resetTracking('lakeside.example')
  harness.sandbox.accounts.setAccount(OMARS, 'deleted')
  harness.sandbox.accounts.setAccount(MEIS, 'disabled')
  await nextRound()
  expect([await isSignedIn(browsers.omar), await isSignedIn(browsers.mei)]).toEqual([false, false])
  expect(await isSignedIn(browsers.dana)).toBe(true)
})

test('a Teams token issued before is refused until the account is enabled again', async () => {
  const token = await teamsToken(OMARS)
  harness.sandbox.accounts.setAccount(OMARS, 'disabled')
  await nextRound()
  expect((await signInWithTeams(token)).status).toBe(403)
  await expect(harness.signIn(OMARS)).rejects.toThrow('was not signed in')
  harness.sandbox.accounts.setAccount(OMARS, 'enabled')
  await nextRound()
  expect((await signInWithTeams(token)).status).toBe(200)
  await signedIn(OMARS)
})

test('an outage of Graph signs no one out, and changes during it are found afterwards', async () => {
  const outages: (() => Response | Promise<Response>)[] = [
    () => new Response('oops', { status: 500 }),
    () => Promise.reject(new TypeError('fetch failed')),
    () => Response.json({ value: [] }),
    () => Response.json({ value: [], '@odata.deltaLink': 'https://evil.example/v1.0/users/delta?$deltatoken=x' }),
    () => new Response('{}', { status: 429, headers: { 'retry-after': '10' } }),
    () => Response.json({ error: { code: 'generalException' } }, { status: 404 }),
  ]
  for (const outage of outages) {
    graphSays = outage
    const before = changesAsked()
    clock.pass(ROUND_MS)
    await until(async () => changesAsked() > before)
  }
  await until(async () => (await finding())?.state === 'failed')
  harness.sandbox.accounts.setAccount(MEIS, 'deleted')
  graphSays = null
  await nextRound()
  expect(await isSignedIn(browsers.mei)).toBe(false)
  for (const other of [browsers.dana, browsers.omar, browsers.priya]) expect(await isSignedIn(other)).toBe(true)
  // The poll continued from its last delta link.
  expect(asked.filter((url) => url.includes('evil') || url.includes('latest'))).toEqual([])
})

test('a reset during an outage signs out only users who are no longer in the directory', async () => {
  harness.sandbox.accounts.resetTracking('lakeside.example')
  harness.sandbox.accounts.setAccount(OMARS, 'deleted')
  // Graph loses its tracking, and then fails to list the users.
  graphSays = (url) => (url.includes('/users?') ? new Response('{}', { status: 503 }) : (null as never))
  const before = asked.length
  clock.pass(ROUND_MS)
  await until(async () => asked.slice(before).some((url) => url.includes('/users?')))
  graphSays = null
  await nextRound()
  expect(await isSignedIn(browsers.omar)).toBe(false)
  for (const other of [browsers.dana, browsers.mei]) expect(await isSignedIn(other)).toBe(true)
})

test('a directory that has withdrawn its consent is no longer polled, and Diagnostics shows it', async () => {
  await consent()
  await nextRound()
  graphSays = () => Response.json({ error: { code: 'Authorization_RequestDenied' } }, { status: 403 })
  clock.pass(ROUND_MS)
  await until(async () => (await finding())?.found.startsWith('Microsoft doesn’t let'))
  let tokensAsked = 0
  entraSays = () => {
    tokensAsked += 1
    return Response.json({ error: 'invalid_client', error_codes: [7_000_229] }, { status: 401 })
  }
  // A cached token may have to expire first.
  await until(async () => {
    clock.pass(ROUND_MS)
    return !(await (await harness.signIn(DANAS)).get('settings.tenant')).consented
  })
  expect(await finding()).toMatchObject({ state: 'warning', fix: { kind: 'consent' } })
  // A poll would begin with a token, long before a sign-in is complete.
  const before = tokensAsked
  for (let round = 1; round <= 3; round += 1) {
    clock.pass(ROUND_MS)
    expect(await isSignedIn(await signedIn(OMARS))).toBe(true)
  }
  expect(tokensAsked).toBe(before)
  expect(await isSignedIn(browsers.omar)).toBe(true)
})
