import type { JWTPayload } from 'jose'
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { createBrowser } from './tests/browser.ts'
import type { Browser, Page } from './tests/browser.ts'
import { createHeldClock } from './tests/held-clock.ts'

const DANA = 'dana@lakeside.example'
const OTHER = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
const IN_TEAMS = { 'x-partyline-surface': 'teams' }

const clock = createHeldClock()
let harness: Harness
let url: string
beforeAll(async () => {
  harness = await startHarness({ clock })
  url = harness.url
  await harness.signIn(DANA)
})
afterAll(() => harness.close())

async function teamsToken(login = DANA): Promise<string> {
  const answer = await fetch(`${harness.sandbox.url}/teams/sso-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** The frame inside Teams, which marks its requests with a header. */
function frame() {
  const browser = createBrowser(url)
  const visit = (path: string, how: Parameters<Browser['visit']>[1] = {}) =>
    browser.visit(path, { ...how, headers: IN_TEAMS })
  return {
    browser,
    visit,
    signIn: async (fields: Record<string, string>): Promise<Page> => {
      const { csrfToken } = JSON.parse((await visit('/api/auth/csrf')).text) as { csrfToken: string }
      return visit('/api/auth/callback/teams', { method: 'POST', form: { csrfToken, json: 'true', ...fields } })
    },
    session: async () =>
      JSON.parse((await visit('/api/auth/session')).text) as { user?: { name: string; sessionId: string } },
  }
}

const outcome = ({ status, text }: Page) => [status, (JSON.parse(text) as { url: string }).url]
const REFUSED = () => [401, `${url}/api/auth/error?error=CredentialsSignin&provider=teams`]

test('a Teams token signs its user in with partitioned cookies of the frame', async () => {
  const { browser, signIn, session } = frame()
  const page = await signIn({ token: await teamsToken(), callbackUrl: '/teams-app/?chat=1' })
  expect(outcome(page)).toEqual([200, `${url}/teams-app/?chat=1`])
  expect(page.setCookies.get('next-auth.session-token.teams')).toMatch(
    /; Path=\/; Expires=[^;]+; HttpOnly; Secure; Partitioned; SameSite=None$/,
  )
  expect(browser.cookies.has('next-auth.session-token')).toBe(false)
  expect(await session()).toMatchObject({ user: { name: 'Dana Cole' } })
})

test('a request without the Teams header does not use the frame’s cookies', async () => {
  const { browser, signIn } = frame()
  await signIn({ token: await teamsToken() })
  expect(await browser.session()).toEqual({})
  const csrfToken = browser.cookies.get('next-auth.csrf-token.teams')?.split('%7C')[0] ?? ''
  const crossSite = await browser.visit('/api/auth/signout', { method: 'POST', form: { csrfToken } })
  expect(crossSite.location).toBe(`${url}/api/auth/signout?csrf=true`)
})

test('a token for renewal keeps the frame’s session, and replaces its cookie', async () => {
  const { browser, signIn, session } = frame()
  await signIn({ token: await teamsToken() })
  const [before, cookie] = [await session(), browser.cookies.get('next-auth.session-token.teams')]
  const page = await signIn({ token: await teamsToken(), callbackUrl: '/api/auth/renewed' })
  expect(outcome(page)).toEqual([200, `${url}/api/auth/renewed`])
  expect(browser.cookies.get('next-auth.session-token.teams')).not.toBe(cookie)
  expect((await session()).user?.sessionId).toBe(before.user?.sessionId)
  // The next sign-in redirects to the app again.
  expect(outcome(await signIn({ token: await teamsToken() }))).toEqual([200, url])
})

test('a sign-in without a valid CSRF token is refused', async () => {
  const { visit, session } = frame()
  for (const csrfToken of ['', 'x']) {
    const form = { csrfToken, token: await teamsToken(), json: 'true' }
    const page = await visit('/api/auth/callback/teams', { method: 'POST', form })
    expect(outcome(page)).toEqual([200, `${url}/api/auth/signin?csrf=true`])
  }
  expect(await session()).toEqual({})
})

test('a person who is not a user is refused', async () => {
  const page = await frame().signIn({ token: await teamsToken('omar@lakeside.example') })
  expect(outcome(page)).toEqual([403, `${url}/api/auth/error?error=AccessDenied`])
})

test.each([
  ['with an invalid token', async () => 'x', 'CredentialsSignin&provider=teams'],
  ['of someone who is not a user', () => teamsToken('omar@lakeside.example'), 'AccessDenied'],
])('a form without json, %s, is redirected to the error', async (_, token, error) => {
  const page = await frame().signIn({ token: await token(), json: '' })
  expect([page.status, page.location]).toEqual([302, `${url}/api/auth/error?error=${error}`])
})

describe('a token is refused', () => {
  const changed = (change: (claims: JWTPayload) => JWTPayload) => async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const claims = change(decodeJwt(await teamsToken()))
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
  }
  test.each<[string, () => string | Promise<string>]>([
    ['that is malformed', () => 'x.y.z'],
    ['signed with an unknown key', changed((claims) => claims)],
    ['without a signature', async () => new UnsecuredJWT(decodeJwt(await teamsToken())).encode()],
    ['with altered claims', async () => tampered(await teamsToken())],
    ['of our own API', async () => (await harness.signIn(DANA)).accessToken ?? ''],
  ])('%s', async (_, token) => {
    expect(outcome(await frame().signIn({ token: await token() }))).toEqual(REFUSED())
  })

  test('that is missing or empty', async () => {
    expect(outcome(await frame().signIn({}))).toEqual(REFUSED())
    expect(outcome(await frame().signIn({ token: '' }))).toEqual(REFUSED())
  })
})

function tampered(token: string): string {
  const [header, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), tid: OTHER })).toString('base64url')
  return [header, claims, signature].join('.')
}

describe('a code from the sign-in window', () => {
  const codeOf = async (login = DANA) => (await (await harness.signIn(login)).get('sessions.signInCode')).code

  test('starts a session in the frame, once', async () => {
    const code = await codeOf()
    const { signIn, session } = frame()
    expect(outcome(await signIn({ code }))[0]).toBe(200)
    expect(await session()).toMatchObject({ user: { name: 'Dana Cole' } })
    expect(outcome(await frame().signIn({ code }))).toEqual(REFUSED())
  })

  test('can be redeemed by one of several concurrent requests', async () => {
    const code = await codeOf()
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => outcome(await frame().signIn({ code }))[0]))
    expect(statuses.map(String).toSorted()).toEqual(['200', '401', '401', '401'])
  })

  test('expires after a minute', async () => {
    const code = await codeOf()
    clock.pass(61_000)
    expect(outcome(await frame().signIn({ code }))).toEqual(REFUSED())
  })
})
