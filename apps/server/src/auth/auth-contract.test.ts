import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '../../tests/harness.ts'
import { personOf } from '../../tests/person.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createBrowser } from './tests/browser.ts'
import type { Browser, Page } from './tests/browser.ts'

let harness: Harness
let url: string
beforeAll(async () => {
  harness = await shareHarness()
  url = harness.url
})
afterAll(() => harness.close())

const browse = (): Browser => createBrowser(url)
async function signedIn(login = 'dana@lakeside.example'): Promise<Browser> {
  const browser = browse()
  expect((await browser.signIn(harness.sandbox.loginOf(login))).location).toBe(`${url}/`)
  return browser
}
const jsonOf = (page: Page): unknown => JSON.parse(page.text)
const SESSION = 'next-auth.session-token'

describe('GET session', () => {
  test('is {} without a session, and is not cacheable', async () => {
    const page = await browse().visit('/api/auth/session')
    expect([page.status, jsonOf(page)]).toEqual([200, {}])
    expect(page.headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(page.headers.get('pragma')).toBe('no-cache')
    expect(page.headers.get('expires')).toBe('0')
  })

  test('returns the user with an access token of our API', async () => {
    const browser = await signedIn()
    const page = await browser.visit('/api/auth/session')
    const dana = personOf(harness, 'dana@lakeside.example')
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(jsonOf(page)).toEqual({
      user: {
        id: dana.id,
        name: 'Dana Cole',
        email: dana.login.replace('dana', 'dana.cole'),
        tenantId: harness.sandbox.world.directories[0]?.tenantId,
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        accessTokenExpires: instant,
      },
      expires: instant,
      renewBy: instant,
    })
    expect(page.headers.get('cache-control')).toBe('private, no-cache, no-store')
  })

  test('renews the cookie for the remaining time of the session, in seconds', async () => {
    const browser = await signedIn()
    const line = (await browser.visit('/api/auth/session')).setCookies.get(SESSION) ?? ''
    const [, maxAge, expires] = /; Max-Age=(\d+); .*Expires=([^;]+)/.exec(line) ?? []
    expect(Number(maxAge)).toBe(30 * 24 * 60 * 60)
    expect(Date.parse(expires ?? '')).toBeGreaterThan(Date.now())
  })

  test('clears a forged cookie', async () => {
    const browser = browse()
    for (const forged of ['x', '..', 'a'.repeat(43), '%00', '%', "'; drop table sessions; --"]) {
      browser.cookies.set(SESSION, forged)
      const page = await browser.visit('/api/auth/session')
      expect([page.status, jsonOf(page)]).toEqual([200, {}])
      expect(page.setCookies.get(SESSION)).toMatch(/^next-auth\.session-token=; Max-Age=0; Path=\/; HttpOnly/)
    }
  })
})

describe('POST session', () => {
  test('returns the session, without cache headers', async () => {
    const browser = await signedIn()
    const csrfToken = await browser.csrfToken()
    const page = await browser.visit('/api/auth/session', {
      method: 'POST',
      json: { csrfToken, data: { role: 'Admin' } },
    })
    expect(page.status).toBe(200)
    expect(jsonOf(page)).toMatchObject({ user: { name: 'Dana Cole' } })
    expect(page.headers.get('cache-control')).toBeNull()
  })

  test('answers 400 and {} without a valid CSRF token', async () => {
    const browser = await signedIn()
    for (const json of [{}, { csrfToken: 'x' }, { csrfToken: ['x'] }, { csrfToken: { $ne: null } }, []]) {
      const page = await browser.visit('/api/auth/session', { method: 'POST', json })
      expect([page.status, jsonOf(page)]).toEqual([400, {}])
    }
  })
})

describe('GET csrf', () => {
  test('returns the same token as long as the cookie exists', async () => {
    const browser = browse()
    const first = await browser.visit('/api/auth/csrf')
    expect(first.headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(jsonOf(first)).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(first.setCookies.get('next-auth.csrf-token')).toMatch(
      /^next-auth\.csrf-token=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const second = await browser.visit('/api/auth/csrf')
    expect(jsonOf(second)).toEqual(jsonOf(first))
    expect(second.setCookies.has('next-auth.csrf-token')).toBe(false)
  })

  test('returns another token if the cookie is forged', async () => {
    const browser = browse()
    const token = await browser.csrfToken()
    const [own = '', mac = ''] = (browser.cookies.get('next-auth.csrf-token') ?? '').split('%7C')
    for (const forged of [`${'0'.repeat(64)}%7C${mac}`, `${own}%7C${'0'.repeat(64)}`, own, '%7C', `${own}%7C`]) {
      browser.cookies.set('next-auth.csrf-token', forged)
      expect(await browser.csrfToken()).not.toBe(token)
    }
  })
})

test('GET providers returns Microsoft and Teams with absolute URLs, and sets no cookie', async () => {
  const page = await browse().visit('/api/auth/providers')
  expect(jsonOf(page)).toEqual({
    'azure-ad': {
      id: 'azure-ad',
      name: 'Microsoft',
      type: 'oauth',
      signinUrl: `${url}/api/auth/signin/azure-ad`,
      callbackUrl: `${url}/api/auth/callback/azure-ad`,
    },
    teams: {
      id: 'teams',
      name: 'Microsoft Teams',
      type: 'credentials',
      signinUrl: `${url}/api/auth/signin/teams`,
      callbackUrl: `${url}/api/auth/callback/teams`,
    },
  })
  expect(page.setCookies.size).toBe(0)
})

describe('POST signout', () => {
  test('ends the session, clears the cookie, and redirects to callbackUrl', async () => {
    const browser = await signedIn()
    const page = await browser.post('/api/auth/signout', { callbackUrl: '/auth/signin' })
    expect([page.status, page.location]).toEqual([302, `${url}/auth/signin`])
    expect(page.setCookies.get(SESSION)).toMatch(/^next-auth\.session-token=; Max-Age=0;/)
    expect(await browser.session()).toEqual({})
  })

  test('answers { url } if the body asks for JSON', async () => {
    const browser = await signedIn()
    const page = await browser.post('/api/auth/signout', { callbackUrl: `${url}/auth/signin`, json: 'true' })
    expect([page.status, jsonOf(page)]).toEqual([200, { url: `${url}/auth/signin` }])
  })

  test('does not end the session without a valid CSRF token', async () => {
    const browser = await signedIn()
    const page = await browser.post('/api/auth/signout', { csrfToken: 'x' })
    expect(page.location).toBe(`${url}/api/auth/signout?csrf=true`)
    expect(await browser.session()).toHaveProperty('user')
  })

  test('ends the session for copies of the cookie too', async () => {
    const browser = await signedIn()
    const copy = browser.cookies.get(SESSION) ?? ''
    await browser.post('/api/auth/signout')
    browser.cookies.set(SESSION, copy)
    expect(await browser.session()).toEqual({})
  })
})

test('GET signout shows a confirmation form with the CSRF token', async () => {
  const browser = await signedIn()
  const page = await browser.visit('/api/auth/signout')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.text).toContain(`value="${await browser.csrfToken()}"`)
  expect(await browser.session()).toHaveProperty('user')
})

describe('GET error', () => {
  const retriable =
    'Signin OAuthSignin OAuthCallback OAuthCreateAccount EmailCreateAccount Callback OAuthAccountNotLinked EmailSignin CredentialsSignin SessionRequired'
  test.each(retriable.split(' '))('redirects to the sign-in page for %s', async (error) => {
    const page = await browse().visit(`/api/auth/error?error=${error}`)
    expect([page.status, page.location]).toEqual([302, `${url}/api/auth/signin?error=${error}`])
  })

  test.each([
    ['?error=AccessDenied', 'AccessDenied'],
    ['?error=Configuration', 'Configuration'],
    ['', 'undefined'],
    ['?error=a%26b%0d%0a', 'a%26b%0D%0A'],
  ])('redirects to the error page for %j', async (query, shown) => {
    const page = await browse().visit(`/api/auth/error${query}`)
    expect([page.status, page.location]).toEqual([302, `${url}/auth/error?error=${shown}`])
  })
})

test('POST _log answers every report with 200 and an empty body', async () => {
  const browser = browse()
  const reports: Record<string, string>[] = [
    { level: 'error', code: 'CLIENT_FETCH_ERROR' },
    { level: 'constructor', code: 'X' },
    {},
  ]
  for (const form of reports) {
    const page = await browser.visit('/api/auth/_log', { method: 'POST', form })
    expect([page.status, page.text, page.setCookies.size]).toEqual([200, '', 0])
  }
})

describe('any other request below /api/auth', () => {
  test.each([
    ['GET', '/api/auth/nothing'],
    ['POST', '/api/auth/nothing'],
    ['GET', '/api/auth/callback/github'],
    ['GET', '/api/auth/callback/teams'],
    ['POST', '/api/auth/callback/github'],
    ['GET', '/api/auth/callback'],
    ['GET', '/api/auth/'],
    ['GET', '/api/auth'],
    ['POST', '/api/auth'],
    ['PUT', '/api/auth/session'],
    ['DELETE', '/api/auth/session'],
    ['OPTIONS', '/api/auth/session'],
    ['PATCH', '/api/auth/signout'],
    ['POST', '/api/auth/csrf'],
    ['POST', '/api/auth/providers'],
    ['POST', '/api/auth/error'],
    ['GET', '/api/auth/_log'],
    ['POST', '/api/auth/signin'],
    ['PUT', '/api/auth/signin/azure-ad'],
    ['DELETE', '/api/auth/callback/azure-ad'],
    ['PUT', '/api/auth/callback/teams'],
    ['POST', '/api/auth/renewed'],
    ['PROPFIND', '/api/auth/session'],
    ['REPORT', '/api/auth/signin/azure-ad'],
    ['LOCK', '/api/auth'],
  ])('%s %s answers 400', async (method, path) => {
    const page = await browse().visit(path, { method })
    expect([page.status, page.text]).toEqual([
      400,
      `Error: This action with HTTP ${method} is not supported by NextAuth.js`,
    ])
  })

  test.each(['/api/auth/session', '/api/auth/signin/azure-ad', '/api/auth/_log'])(
    'HEAD %s answers 400 without a body, and sets nothing',
    async (path) => {
      const page = await browse().visit(path, { method: 'HEAD' })
      expect([page.status, page.text, page.setCookies.size]).toEqual([400, '', 0])
    },
  )

  test('answers 400 even if its content type is unknown', async () => {
    const headers = { 'content-type': 'application/nonsense' }
    const page = await browse().visit('/api/auth/nothing', { method: 'POST', form: { a: 'b' }, headers })
    expect(page.status).toBe(400)
  })
})
