import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, redirectUriOf } from './index.ts'
import { APP_URL, createRelyingParty, ISSUER } from './tests/relying-party.ts'

const { start, close, discover, startSignIn, visit, signIn, fetch } = createRelyingParty()

beforeAll(start)
afterAll(close)

test('a person of any organization signs in through the shared endpoint with PKCE, state, and nonce', async () => {
  const config = await discover()
  const tokens = await signIn(config, 'dana@lakeside.example')
  const [lakeside] = DIRECTORIES
  expect(tokens.claims()).toMatchObject({
    iss: `https://login.microsoftonline.com/${lakeside?.tenantId}/v2.0`,
    aud: APP_CLIENT_ID,
    tid: lakeside?.tenantId,
    oid: lakeside?.people[0]?.id,
    name: 'Dana Cole',
    preferred_username: 'dana@lakeside.example',
    email: 'dana.cole@lakeside.example',
    ver: '2.0',
  })
  expect(tokens.claims()?.sub).not.toBe(tokens.claims()?.oid)
})

test('a tenant-specific endpoint accepts only its own people', async () => {
  const [lakeside] = DIRECTORIES
  const issuer = new URL(`https://login.microsoftonline.com/${lakeside?.tenantId}/v2.0`)
  const config = await discover(APP_CLIENT_SECRET, issuer)
  expect(config.serverMetadata().issuer).toBe(issuer.href)
  expect((await signIn(config, 'omar@lakeside.example')).claims()?.preferred_username).toBe('omar@lakeside.example')
  const { url } = await startSignIn(config, { login_hint: 'priya@northgate.example' })
  const page = await visit(url)
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('Priya Raman')
})

test('the discovery document has the real Entra’s addresses, and a tenant template for organizations', async () => {
  const document = (await discover()).serverMetadata()
  expect(document.token_endpoint).toBe('https://login.microsoftonline.com/organizations/oauth2/v2.0/token')
  expect(document.jwks_uri).toBe('https://login.microsoftonline.com/organizations/discovery/v2.0/keys')
  const raw = await fetch(`${ISSUER.href}/.well-known/openid-configuration`)
  expect(await raw.json()).toMatchObject({ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' })
})

test('a login hint redirects to the app at once, with any prompt', async () => {
  const config = await discover()
  for (const prompt of [undefined, 'select_account', 'login', 'consent', 'none']) {
    const extra = { login_hint: 'mei@lakeside.example', ...(prompt ? { prompt } : {}) }
    const { url, checks } = await startSignIn(config, extra)
    const answer = await visit(url)
    expect(answer.status).toBe(303)
    expect(answer.headers.has('set-cookie')).toBe(false)
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(redirectUriOf(APP_URL))
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'state'])
    expect(back.searchParams.get('state')).toBe(checks.expectedState)
  }
})

test('without a hint, or with an unknown one, the account picker offers every person', async () => {
  const config = await discover()
  const requests: Record<string, string>[] = [{}, { prompt: 'select_account' }, { login_hint: '<b>nobody@x.example' }]
  for (const extra of requests) {
    const { url } = await startSignIn(config, extra)
    const page = await visit(url)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const text = await page.text()
    for (const { people } of DIRECTORIES) for (const { name } of people) expect(text).toContain(name)
    expect(text).not.toContain('<b>nobody')
  }
})

test('picking a person completes the sign-in', async () => {
  const config = await discover()
  const { url, checks } = await startSignIn(config)
  const link = await linkInPicker(url, 'login_hint=priya')
  const answer = await visit(link)
  const tokens = await client.authorizationCodeGrant(config, new URL(answer.headers.get('location') ?? ''), checks)
  expect(tokens.claims()?.preferred_username).toBe('priya@northgate.example')
})

test('Cancel returns to the app with access_denied and the state', async () => {
  const { url, checks } = await startSignIn(await discover(), { prompt: 'select_account' })
  const answer = await visit(await linkInPicker(url, 'sandbox_choice=cancel'))
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(redirectUriOf(APP_URL))
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('error_description')).toContain('AADSTS65004')
  expect(back.searchParams.get('state')).toBe(checks.expectedState)
  expect(back.searchParams.has('iss')).toBe(false)
})

test('prompt=none without a hint returns login_required, because no one stays signed in', async () => {
  const { url } = await startSignIn(await discover(), { prompt: 'none' })
  const back = new URL((await visit(url)).headers.get('location') ?? '')
  expect(back.searchParams.get('error')).toBe('login_required')
  expect(back.searchParams.get('error_description')).toContain('AADSTS50058')
})

test('browsers are redirected to every registered address', async () => {
  for (const path of ['/api/auth/callback/azure-ad', '/admin/consent']) {
    const { url } = await startSignIn(await discover(), { prompt: 'none', redirect_uri: APP_URL + path })
    expect((await visit(url)).headers.get('location')).toContain(`${APP_URL}${path}?error=login_required`)
  }
})

test('an unregistered redirect URI shows an error page and does not redirect', async () => {
  const config = await discover()
  const { url } = await startSignIn(config, {
    login_hint: 'dana@lakeside.example',
    redirect_uri: 'http://localhost:3000/elsewhere',
  })
  const answer = await visit(url)
  expect(answer.status).toBe(400)
  expect(answer.headers.has('location')).toBe(false)
  expect(await answer.text()).toContain('AADSTS50011')
})

test('an app that is not registered is refused', async () => {
  const { url } = await startSignIn(await discover(), { client_id: '00000000-0000-4000-8000-000000000000' })
  expect(await (await visit(url)).text()).toContain('AADSTS700016')
})

test('a tenant that does not exist is refused on every endpoint', async () => {
  const base = 'https://login.microsoftonline.com/99999999-0000-4000-8000-000000000000'
  for (const path of ['/v2.0/.well-known/openid-configuration', '/discovery/v2.0/keys', '/oauth2/v2.0/authorize']) {
    const answer = await fetch(base + path)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('AADSTS90002')
  }
})

/** Follows the picker's link whose address contains this text. */
async function linkInPicker(url: URL, words: string): Promise<URL> {
  const text = await (await visit(url)).text()
  const links = [...text.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))
  return new URL(links.find((link) => link.includes(words)) ?? '', url)
}
