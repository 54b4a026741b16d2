import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { createHeldClock } from './tests/held-clock.ts'
import { createBrowser } from './tests/browser.ts'

const MINUTE = 60_000
const STATE = 'next-auth.state'
const NONCE = 'next-auth.nonce'
const PKCE = 'next-auth.pkce.code_verifier'
const DANA = 'dana@lakeside.example'

const clock = createHeldClock()
let harness: Harness
let url: string
let callback: string
let notProved: string
beforeAll(async () => {
  harness = await startHarness({ clock })
  url = harness.url
  callback = `${url}/api/auth/callback/azure-ad`
  notProved = `${url}/api/auth/error?error=OAuthCallback`
})
afterAll(() => harness.close())

const browse = () => createBrowser(url)

/** A browser about to follow the directory’s redirect, and the URL of that redirect. */
async function comingBack(fields?: Record<string, string>) {
  const browser = browse()
  const address = await browser.atDirectory(await browser.beginSignIn(DANA, fields))
  expect(address.split('?')[0]).toBe(callback)
  return { browser, address }
}

describe('the callback from the directory', () => {
  test('signs in, redirects to callbackUrl, and clears the check cookies', async () => {
    const { browser, address } = await comingBack({ callbackUrl: '/admin?tab=users' })
    const page = await browser.visit(address)
    expect([page.status, page.location]).toEqual([302, `${url}/admin?tab=users`])
    // Thirty days from the start of the session, which is a moment earlier.
    expect(page.setCookies.get('next-auth.session-token')).toMatch(
      /^next-auth\.session-token=[\w-]{43}; Max-Age=(?:2592000|25919\d\d); Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    for (const name of [STATE, NONCE, PKCE]) expect(page.setCookies.get(name)).toContain('=; Max-Age=0;')
    expect(await browser.session()).toMatchObject({ user: { name: 'Dana Cole' } })
  })

  test('signs in with a posted form too', async () => {
    const { browser, address } = await comingBack()
    const form = Object.fromEntries(new URL(address).searchParams)
    const page = await browser.visit(callback, { method: 'POST', form })
    expect(page.location).toBe(url + '/')
    expect(await browser.session()).toHaveProperty('user')
  })

  test('refuses a used code', async () => {
    const { browser, address } = await comingBack()
    const checks = new Map(browser.cookies)
    await browser.visit(address)
    for (const [name, value] of checks) browser.cookies.set(name, value)
    expect((await browser.visit(address)).location).toBe(notProved)
  })

  test('refuses another browser', async () => {
    const { address } = await comingBack()
    const page = await browse().visit(address)
    expect(page.location).toBe(notProved)
    expect(page.setCookies.has('next-auth.session-token')).toBe(false)
  })

  test.each([STATE, NONCE, PKCE])('refuses a request without %s', async (name) => {
    const { browser, address } = await comingBack()
    browser.cookies.delete(name)
    expect((await browser.visit(address)).location).toBe(notProved)
  })

  test.each([STATE, NONCE, PKCE])('refuses %s of another sign-in', async (name) => {
    const { browser, address } = await comingBack()
    const other = await comingBack()
    browser.cookies.set(name, other.browser.cookies.get(name) ?? '')
    expect((await browser.visit(address)).location).toBe(notProved)
    expect(await browser.session()).toEqual({})
  })

  test.each([
    [STATE, NONCE],
    [NONCE, PKCE],
    [PKCE, STATE],
  ])('refuses %s in place of %s', async (source, target) => {
    const { browser, address } = await comingBack()
    browser.cookies.set(target, browser.cookies.get(source) ?? '')
    expect((await browser.visit(address)).location).toBe(notProved)
  })

  test.each(['x', 'eyJhbGciOiJub25lIn0.eyJ2YWx1ZSI6IngifQ.', '%', ''])(
    'refuses the forged state %j',
    async (forged) => {
      const { browser, address } = await comingBack()
      browser.cookies.set(STATE, forged)
      expect((await browser.visit(address)).location).toBe(notProved)
    },
  )

  test.each(['state=x', 'code=x', 'code=x&code=y', 'state=a&state=b', 'iss=https://evil.example', 'response=x'])(
    'refuses %s in the URL',
    async (parameters) => {
      const { browser, address } = await comingBack()
      const at = new URL(address)
      const changed = new URLSearchParams(parameters)
      for (const name of changed.keys()) at.searchParams.delete(name)
      for (const [name, value] of changed) at.searchParams.append(name, value)
      expect((await browser.visit(at.href)).location).toBe(notProved)
      expect(await browser.session()).toEqual({})
    },
  )

  test('refuses an empty request', async () => {
    expect((await browse().visit(callback)).location).toBe(notProved)
    expect((await browse().visit(callback, { method: 'POST' })).location).toBe(notProved)
  })

  test('refuses a sign-in that took more than 15 minutes', async () => {
    const { browser, address } = await comingBack()
    clock.pass(14 * MINUTE)
    const inTime = await browser.visit(address)
    expect(inTime.location).toBe(`${url}/`)
    const late = await comingBack()
    clock.pass(16 * MINUTE)
    expect((await late.browser.visit(late.address)).location).toBe(notProved)
  })
})

describe('an error response of the directory', () => {
  test('becomes the error Callback, also without a state', async () => {
    const { browser, address } = await comingBack()
    const state = new URL(address).searchParams.get('state') ?? ''
    for (const query of [`error=access_denied&state=${state}`, 'error=server_error', 'error=', 'error=x&code=y']) {
      const page = await browser.visit(`${callback}?${query}`)
      expect([page.status, page.location]).toEqual([302, `${url}/api/auth/error?error=Callback`])
    }
  })

  test('becomes the error ConsentRequired if consent is missing', async () => {
    for (const text of [
      'AADSTS65001: The user or administrator has not consented',
      'AADSTS90094: Admin consent is required',
    ]) {
      const query = new URLSearchParams({ error: 'invalid_client', error_description: text })
      const page = await browse().visit(`${callback}?${query.toString()}`)
      expect(page.location).toBe(`${url}/api/auth/error?error=ConsentRequired`)
    }
  })
})

test('a sign-in ends the session that the browser had, instead of reusing it', async () => {
  const browser = browse()
  await browser.signIn(DANA)
  const before = browser.cookies.get('next-auth.session-token') ?? ''
  await browser.signIn(DANA)
  expect(browser.cookies.get('next-auth.session-token')).not.toBe(before)
  const thief = browse()
  thief.cookies.set('next-auth.session-token', before)
  expect(await thief.session()).toEqual({})
})
