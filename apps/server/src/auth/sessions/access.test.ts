import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import { createBrowser } from '../tests/browser.ts'
import { createHeldClock } from '../tests/held-clock.ts'
import { derivedKey } from '../../platform/index.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SECRET = 'a secret of the test that is long enough'
const SESSION = 'next-auth.session-token'

const clock = createHeldClock()
let harness: Harness
let url: string
beforeAll(async () => {
  harness = await startHarness({ clock, env: { AUTH_SECRET: SECRET } })
  url = harness.url
})
afterAll(() => harness.close())

async function signedIn(login = 'dana@lakeside.example') {
  const browser = createBrowser(url)
  await browser.signIn(login)
  const { user, expires } = await browser.session()
  if (!user || !expires) throw new Error(`${login} is not signed in`)
  return { browser, user, expires: Date.parse(expires) }
}

async function statusWith(authorization: string): Promise<number> {
  return (await fetch(`${url}/api/v1/users/me`, { headers: { authorization } })).status
}

describe('a session', () => {
  test('lasts 30 days from its last use', async () => {
    const { browser, expires } = await signedIn()
    expect(Math.abs(expires - clock.now().getTime() - 30 * DAY)).toBeLessThan(MINUTE)
    for (let looks = 0; looks < 2; looks += 1) {
      clock.pass(29 * DAY)
      const page = await browser.visit('/api/auth/session')
      const session = JSON.parse(page.text) as { expires: string }
      const written = /Expires=([^;]+)/.exec(page.setCookies.get(SESSION) ?? '')?.[1] ?? ''
      expect(Math.abs(Date.parse(session.expires) - clock.now().getTime() - 30 * DAY)).toBeLessThan(MINUTE)
      expect(Math.abs(Date.parse(written) - Date.parse(session.expires))).toBeLessThan(1_000)
    }
    clock.pass(31 * DAY)
    expect(await browser.session()).toEqual({})
  })

  test('expires after 30 days without use, including its tokens', async () => {
    const { browser, user } = await signedIn()
    clock.pass(31 * DAY)
    expect(await statusWith(`Bearer ${user.accessToken}`)).toBe(401)
    const page = await browser.visit('/api/auth/session')
    expect(page.text).toBe('{}')
    expect(page.setCookies.get(SESSION)).toContain('Max-Age=0')
  })

  test('rejects every call immediately after the sign-out', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { browser, user } = await signedIn()
      const bearer = `Bearer ${user.accessToken}`
      expect(await statusWith(bearer)).toBe(200)
      await browser.post('/api/auth/signout')
      expect(await statusWith(bearer)).toBe(401)
    }
  })

  test('is independent of another browser’s session', async () => {
    const first = await signedIn()
    const second = await signedIn()
    await first.browser.post('/api/auth/signout')
    expect(await statusWith(`Bearer ${second.user.accessToken}`)).toBe(200)
  })
})

describe('an access token', () => {
  test('lasts ten minutes', async () => {
    const { user } = await signedIn()
    const left = Date.parse(user.accessTokenExpires) - clock.now().getTime()
    expect(Math.abs(left - 10 * MINUTE)).toBeLessThan(MINUTE)
    clock.pass(9 * MINUTE)
    expect(await statusWith(`Bearer ${user.accessToken}`)).toBe(200)
    clock.pass(2 * MINUTE)
    expect(await statusWith(`Bearer ${user.accessToken}`)).toBe(401)
  })

  test('is required in the Authorization header, not in a cookie or the query', async () => {
    const { browser, user } = await signedIn()
    expect(await statusWith(`bearer ${user.accessToken}`)).toBe(200)
    const cookie = browser.cookies.get(SESSION) ?? ''
    for (const wrong of ['', 'Bearer', 'Bearer ', `Basic ${user.accessToken}`, `Bearer ${cookie}`, user.accessToken]) {
      expect(await statusWith(wrong)).toBe(401)
    }
    const byCookie = await browser.visit('/api/v1/users/me')
    const byQuery = await fetch(`${url}/api/v1/users/me?access_token=${user.accessToken}`)
    expect([byCookie.status, byQuery.status]).toEqual([401, 401])
  })

  describe('is refused', () => {
    const key = derivedKey(SECRET, 'access token')
    type Making = { header?: object; claims?: Record<string, unknown>; key?: Uint8Array; expired?: boolean }

    /** A valid token, except for what `making` overrides. */
    async function made({ header, claims, key: other, expired }: Making = {}) {
      const { user } = await signedIn()
      const own = JSON.parse(Buffer.from(user.accessToken.split('.')[1] ?? '', 'base64url').toString()) as object
      const seconds = Math.floor(clock.now().getTime() / 1_000)
      return new SignJWT({ ...own, ...claims, ...(expired && { exp: seconds - 1 }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
        .sign(other ?? key)
    }

    test('unless it is correctly signed', async () => {
      expect(await statusWith(`Bearer ${await made()}`)).toBe(200)
    })

    const other = '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a12'
    test.each<[string, Making]>([
      ['signed with another secret', { key: derivedKey('another secret of the test, long enough', 'access token') }],
      ['signed with the underived secret', { key: new TextEncoder().encode(SECRET) }],
      ['signed with the key of the sign-in cookies', { key: derivedKey(SECRET, 'sign-in checks') }],
      ['for another audience', { claims: { aud: 'state' } }],
      ['of another type', { header: { typ: 'JWT' } }],
      ['signed with another algorithm', { header: { alg: 'HS512' }, key: Buffer.alloc(64, key) }],
      ['expired', { expired: true }],
      ['without an expiration time', { claims: { exp: undefined } }],
      ['for another user than the session’s', { claims: { sub: other } }],
      ['for another tenant', { claims: { tid: other } }],
      ['for a session that does not exist', { claims: { sid: other } }],
      ['for a malformed session ID', { claims: { sid: "' or true --" } }],
    ])('%s', async (_, making) => {
      expect(await statusWith(`Bearer ${await made(making)}`)).toBe(401)
    })

    test('unsigned', async () => {
      const { user } = await signedIn()
      const [, payload = ''] = user.accessToken.split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
      expect(await statusWith(`Bearer ${new UnsecuredJWT(claims).encode()}`)).toBe(401)
      expect(await statusWith(`Bearer ${user.accessToken.split('.').slice(0, 2).join('.')}.`)).toBe(401)
    })

    test('altered', async () => {
      const { user } = await signedIn()
      const [header = '', payload = '', signature = ''] = user.accessToken.split('.')
      const raised = payload.slice(0, 10) + (payload[10] === 'A' ? 'B' : 'A') + payload.slice(11)
      expect(await statusWith(`Bearer ${header}.${raised}.${signature}`)).toBe(401)
    })
  })
})
