import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createBrowser } from './tests/browser.ts'

let harness: Harness
let url: string
beforeAll(async () => {
  harness = await shareHarness()
  url = harness.url
})
afterAll(() => harness.close())

const browse = () => createBrowser(url)

describe('GET signin', () => {
  test('redirects to the sign-in page with callbackUrl and error', async () => {
    const page = await browse().visit('/api/auth/signin?error=SessionRequired&callbackUrl=%2F%3Fchat%3D1')
    expect(page.status).toBe(302)
    const at = new URL(page.location ?? '')
    expect(at.pathname).toBe('/auth/signin')
    expect(Object.fromEntries(at.searchParams)).toEqual({ callbackUrl: `${url}/?chat=1`, error: 'SessionRequired' })
  })

  test('passes a provider in its path on as the error', async () => {
    const page = await browse().visit('/api/auth/signin/azure-ad')
    expect(page.location).toBe(`${url}/auth/signin?callbackUrl=${encodeURIComponent(url)}&error=azure-ad`)
  })
})

describe('POST signin', () => {
  test('redirects to the directory with state, nonce, and PKCE, and passes hints on', async () => {
    const browser = browse()
    const query = 'login_hint=dana%40lakeside.example&prompt=login&domain_hint=lakeside.example'
    const page = await browser.post(`/api/auth/signin/azure-ad?${query}`)
    expect(page.status).toBe(302)
    const at = new URL(page.location ?? '')
    expect(at.origin + at.pathname).toBe(`${harness.sandbox.url}/organizations/oauth2/v2.0/authorize`)
    expect(Object.fromEntries(at.searchParams)).toEqual({
      client_id: expect.any(String),
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${url}/api/auth/callback/azure-ad`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'dana@lakeside.example',
      prompt: 'login',
      domain_hint: 'lakeside.example',
    })
    for (const name of ['next-auth.state', 'next-auth.nonce', 'next-auth.pkce.code_verifier']) {
      expect(page.setCookies.get(name)).toMatch(/; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    }
  })

  test('does not accept OAuth parameters from the query', async () => {
    const own =
      'redirect_uri=https://evil.example&scope=x&client_id=x&response_type=token&state=x&nonce=x&response_mode=x'
    const page = await browse().post(`/api/auth/signin/azure-ad?${own}`)
    const query = new URL(page.location ?? '').searchParams
    expect(query.getAll('redirect_uri')).toEqual([`${url}/api/auth/callback/azure-ad`])
    for (const name of ['scope', 'client_id', 'response_type', 'state', 'nonce']) expect(query.get(name)).not.toBe('x')
    expect(query.has('response_mode')).toBe(false)
  })

  test('answers { url } if the body asks for JSON', async () => {
    const page = await browse().post('/api/auth/signin/azure-ad', { json: 'true' })
    expect(page.status).toBe(200)
    expect((JSON.parse(page.text) as { url: string }).url).toContain('/organizations/oauth2/v2.0/authorize?')
  })

  test('redirects back to sign-in without a valid CSRF token, and for an unknown provider', async () => {
    const back = `${url}/api/auth/signin?csrf=true`
    const foreign = await browse().csrfToken()
    for (const csrfToken of ['', 'x', foreign]) {
      const page = await browse().post('/api/auth/signin/azure-ad', { csrfToken })
      expect([page.status, page.location]).toEqual([302, back])
      const asJson = await browse().post('/api/auth/signin/azure-ad', { csrfToken, json: 'true' })
      expect([asJson.status, JSON.parse(asJson.text)]).toEqual([200, { url: back }])
    }
    expect((await browse().post('/api/auth/signin/github')).location).toBe(back)
  })

  test('redirects to the sign-in page for Teams, which signs in through its callback only', async () => {
    const page = await browse().post('/api/auth/signin/teams')
    expect([page.status, page.location]).toEqual([302, `${url}/api/auth/signin`])
  })

  test('rejects a form without cookies, as another site would post it', async () => {
    const csrfToken = await browse().csrfToken()
    const page = await browse().visit('/api/auth/signin/azure-ad', { method: 'POST', form: { csrfToken } })
    expect(page.location).toBe(`${url}/api/auth/signin?csrf=true`)
    expect(page.setCookies.has('next-auth.state')).toBe(false)
  })
})
