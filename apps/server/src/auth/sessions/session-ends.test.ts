// The clock is controlled, so that tokens and sessions are checked in their last millisecond and at their end.
import { randomUUID } from 'node:crypto'
import type { TenantId, UserId } from '@partyline/contract'
import { createClient } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStillClock } from '../../../tests/still-clock.ts'
import { createBrowser } from '../tests/browser.ts'
import type { Browser } from '../tests/browser.ts'
import { openDoor } from '../tests/door.ts'
import type { Door } from '../tests/door.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SESSION = 'next-auth.session-token'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

const clock = createStillClock()
let door: Door
beforeAll(async () => {
  door = await openDoor(undefined, clock)
})
afterAll(() => door.close())

let omar: { tenantId: TenantId; userId: UserId }
beforeEach(async () => {
  omar = { tenantId: randomUUID() as TenantId, userId: randomUUID() as UserId }
  // Access tokens end at whole seconds.
  clock.pass(1_000 - (clock.now().getTime() % 1_000))
  await door.database.transaction(async (trx) => {
    await door.tenants.create(trx, { tenantId: omar.tenantId, name: 'Lakeside', domain: '' })
    await door.users.add(trx, { ...omar, name: 'Omar', role: 'User' })
  })
})

const proof = () => ({ ...omar, provedAt: clock.now() })

function browserWith(token: string | undefined): Browser {
  const browser = createBrowser(door.url)
  browser.cookies.set(SESSION, token ?? '')
  return browser
}

async function signIn(userAgent = 'test'): Promise<Browser> {
  return browserWith((await door.sessions.start(proof(), userAgent))?.token)
}

/** Microsoft vouches for Omar again. */
async function renew(browser: Browser): Promise<Browser> {
  return browserWith((await door.sessions.renew(browser.cookies.get(SESSION) ?? '', proof()))?.token)
}

const isSignedIn = async (browser: Browser) => (await browser.session()).user !== undefined

async function clientOf(browser: Browser) {
  const { user } = await browser.session()
  return createClient(door.url, user?.accessToken ?? '')
}

/** The browser is used just often enough to keep the session. */
async function passDays(days: number, browser: Browser) {
  for (let left = days; left > 0; left -= 29) {
    clock.pass(Math.min(left, 29) * DAY_MS)
    await browser.session()
  }
}

/** The results in the last millisecond, and at the end. */
async function aroundTheEnd(ms: number, look: () => Promise<unknown>): Promise<unknown[]> {
  clock.pass(ms - 1)
  const before = await look()
  clock.pass(1)
  return [before, await look()]
}

test('an access token expires after ten minutes, even if it was checked before', async () => {
  const client = await clientOf(await signIn())
  const status = async () => (await client.call('users.me')).status
  expect(await status()).toBe(200)
  expect(await aroundTheEnd(10 * MINUTE_MS, status)).toEqual([200, 401])
})

describe('the access token of an ended session is refused at once', () => {
  const ends: Record<string, (session: { browser: Browser; other: Client }) => Promise<unknown>> = {
    'after a sign-out': ({ browser }) => browser.post('/api/auth/signout'),
    'after a sign-in in the same browser': ({ browser }) =>
      door.sessions.start(proof(), 'test', { formerToken: browser.cookies.get(SESSION) }),
    'when another session ends it': async ({ browser, other }) => {
      const { user } = await browser.session()
      return other.get('sessions.end', { params: { sessionId: user?.sessionId ?? '' } })
    },
    'when another session ends all': ({ other }) => other.get('sessions.endAll'),
  }
  test.each(Object.keys(ends))('%s', async (name) => {
    const browser = await signIn()
    const client = await clientOf(browser)
    const other = await clientOf(await signIn())
    // From now on the session is cached.
    expect((await client.call('users.me')).status).toBe(200)
    await ends[name]?.({ browser, other })
    expect((await client.call('users.me')).status).toBe(401)
  })
})

test('a session is not renewed for someone who is not admitted', async () => {
  const browser = await signIn()
  const token = browser.cookies.get(SESSION) ?? ''
  expect(await door.sessions.renew(token, proof(), async () => null)).toBeNull()
  expect(await isSignedIn(browser)).toBe(true)
})

test('an unused session expires after 30 days', async () => {
  const client = async () => (await clientOf(await signIn())).call('users.me')
  expect((await client()).status).toBe(200)
  const browser = await signIn()
  const unused = await door.sessions.start(proof(), 'test')
  clock.pass(30 * DAY_MS)
  expect(await isSignedIn(browser)).toBe(false)
  expect(await door.sessions.find(unused?.token ?? '')).toBeNull()
})

test('a used session is valid until its last millisecond, 90 days after its sign-in', async () => {
  const browser = await signIn()
  await passDays(89, browser)
  expect(await aroundTheEnd(DAY_MS, () => isSignedIn(browser))).toEqual([true, false])
})

test('on a full disk people stay signed in, and their sessions are not extended', async () => {
  const browser = await signIn()
  await failExtensions('53100')
  try {
    clock.pass(DAY_MS)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(browserWith('unknown'))).toBe(false)
    expect((await browserWith('unknown').visit('/api/auth/session')).status).toBe(200)
    await failExtensions('XX000')
    expect((await browser.visit('/api/auth/session')).status).toBe(500)
  } finally {
    await door.database.pool.query('drop trigger fail_extension on sessions')
  }
  clock.pass(29 * DAY_MS)
  expect(await isSignedIn(browser)).toBe(false)
})

/** Extending a session fails with this error code of PostgreSQL. */
async function failExtensions(code: string): Promise<void> {
  await door.database.pool.query(`create or replace function fail_extension() returns trigger language plpgsql
    as $$ begin raise exception using errcode = '${code}'; end $$`)
  await door.database.pool.query(`create or replace trigger fail_extension before update on sessions
    for each statement execute function fail_extension()`)
}

test('a session can be renewed until it ends, but not afterwards', async () => {
  const browser = await signIn()
  await passDays(89, browser)
  clock.pass(DAY_MS)
  expect(await isSignedIn(await renew(browser))).toBe(false)
  const unused = await signIn()
  clock.pass(30 * DAY_MS)
  expect(await isSignedIn(await renew(unused))).toBe(false)
  const late = await signIn()
  clock.pass(30 * DAY_MS - 1)
  expect(await isSignedIn(await renew(late))).toBe(true)
})

test('a session is not renewed by someone else, or by the same account in another organization', async () => {
  const browser = await signIn()
  const elsewhere = { ...omar, tenantId: randomUUID() as TenantId }
  await door.database.transaction(async (trx) => {
    await door.tenants.create(trx, { tenantId: elsewhere.tenantId, name: 'Northgate', domain: '' })
    await door.users.add(trx, { ...elsewhere, name: 'Omar', role: 'User' })
  })
  const token = browser.cookies.get(SESSION) ?? ''
  for (const person of [elsewhere, await addDana()]) {
    expect(await door.sessions.renew(token, { ...person, provedAt: clock.now() })).toBeNull()
  }
  expect(await isSignedIn(browser)).toBe(true)
})

test('a suspension ends the hub connections of Users only', async () => {
  await signIn()
  await door.sessions.start({ ...(await addDana()), provedAt: clock.now() }, 'test')
  const [ofOmar] = await door.sessions.list(omar)
  expect(await door.sessions.suspended(omar.tenantId)).toEqual([])
  await door.tenants.setSuspended(omar.tenantId, true)
  expect(await door.sessions.suspended(omar.tenantId)).toEqual([ofOmar?.id])
})

/** An Admin of Omar’s organization. */
async function addDana() {
  const dana = { ...omar, userId: randomUUID() as UserId }
  await door.database.transaction((trx) => door.users.add(trx, { ...dana, name: 'Dana', role: 'Admin' }))
  return dana
}

test('the former token of a renewed session expires after two minutes', async () => {
  const browser = await signIn()
  await renew(browser)
  const isKnown = async () => (await door.sessions.find(browser.cookies.get(SESSION) ?? '')) !== null
  expect(await aroundTheEnd(2 * MINUTE_MS, isKnown)).toEqual([true, false])
})

test('a sign-in code expires after a minute, and issuing another does not invalidate it', async () => {
  const client = await clientOf(await signIn())
  const codes: string[] = []
  for (let count = 0; count < 2; count += 1) codes.push((await client.get('sessions.signInCode')).code)
  const isRedeemed = async () => {
    const frame = createBrowser(door.url)
    await frame.post('/api/auth/callback/teams', { code: codes.shift() ?? '', json: 'true' })
    return isSignedIn(frame)
  }
  expect(await aroundTheEnd(MINUTE_MS, isRedeemed)).toEqual([true, false])
})

test('only the user’s active sessions are listed, with their devices', async () => {
  const used = await signIn(CHROME)
  await passDays(60, used)
  await signIn('Firefox/140.0')
  const other = await signIn('Edg/140.0')
  await passDays(29, used)
  await other.session()
  await door.sessions.start({ ...(await addDana()), provedAt: clock.now() }, 'Edg/140.0')
  const devices = async () => (await door.sessions.list(omar)).map(({ device }) => device).toSorted()
  expect(await devices()).toEqual(['Chrome on Windows', 'Edge', 'Firefox'])
  clock.pass(DAY_MS)
  expect(await devices()).toEqual(['Edge'])
})

test('a sign-in deletes expired sessions and codes, and keeps active ones', async () => {
  const unused = await signIn()
  const used = await signIn()
  await (await clientOf(used)).get('sessions.signInCode')
  const count = async () => {
    const { rows } = await door.database.pool.query<{ sessions: number; codes: number }>(
      `select (select count(*)::int from sessions where tenant_id = '${omar.tenantId}') as sessions,
        (select count(*)::int from sign_in_codes where tenant_id = '${omar.tenantId}') as codes`,
    )
    return rows[0]
  }
  expect(await count()).toEqual({ sessions: 2, codes: 1 })
  await passDays(30, used)
  expect(await isSignedIn(unused)).toBe(false)
  const latest = await signIn()
  expect(await count()).toMatchObject({ sessions: 2 })
  await (await clientOf(latest)).get('sessions.signInCode')
  expect(await count()).toMatchObject({ codes: 1 })
  await passDays(60, used)
  await signIn()
  expect(await count()).toMatchObject({ sessions: 1 })
})

test('a User-Agent is truncated to 300 characters', async () => {
  await signIn(CHROME + 'x'.repeat(10_000))
  const { rows } = await door.database.pool.query<{ length: number }>(
    `select length(user_agent) as length from sessions where tenant_id = '${omar.tenantId}'`,
  )
  expect(rows).toEqual([{ length: 300 }])
})
