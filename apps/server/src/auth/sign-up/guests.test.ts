import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import type { Harness } from '../../../tests/harness.ts'
import { createBrowser } from '../tests/browser.ts'

const TOM = 'tom.reyes@lakeside.example'
const TOM_ID = '5fb38274-60ad-4d62-8ab9-b273d4f56a24'
const PRIYA = 'priya@northgate.example'
const NORTHGATE = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
const LAKESIDE = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const EXT = 'priya_contoso.example#EXT#@northgate.example'

async function bySignIn(harness: Harness, login: string): Promise<string> {
  const page = await createBrowser(harness.url).signIn(login)
  return new URL(page.location ?? '').search
}

async function inTeams(harness: Harness, login: string): Promise<string> {
  const browser = createBrowser(harness.url)
  const headers = { 'x-partyline-surface': 'teams' }
  const answer = await fetch(`${harness.sandbox.url}/teams/sso-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login }),
  })
  const { token } = (await answer.json()) as { token: string }
  const { csrfToken } = JSON.parse((await browser.visit('/api/auth/csrf', { headers })).text) as { csrfToken: string }
  const form = { csrfToken, token, json: 'true' }
  const page = await browser.visit('/api/auth/callback/teams', { method: 'POST', form, headers })
  return new URL((JSON.parse(page.text) as { url: string }).url).search
}

const WAYS = [
  ['in the browser', bySignIn],
  ['in Teams', inTeams],
] as const
const DENIED = '?error=AccessDenied'

describe.each([
  ['open', {}],
  ['allow-list', { ALLOWED_TENANTS: NORTHGATE }],
])('with SIGN_UP=%s', (SIGN_UP, settings) => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ env: { SIGN_UP, ...settings } })
  })
  afterAll(() => harness.close())

  describe.each(WAYS)('%s', (_, enter) => {
    test('a guest opens no organization', async () => {
      expect(await enter(harness, TOM)).toBe(DENIED)
    })

    test.each<[string, Record<string, unknown>]>([
      ['acct 1', { acct: 1 }],
      ['acct "1"', { acct: '1' }],
      ['an unknown acct', { acct: 2 }],
      ['#EXT#', { acct: null, preferred_username: EXT }],
      ['#ext#', { acct: null, preferred_username: EXT.toLowerCase() }],
      ['#EXT# in upn', { acct: null, upn: EXT }],
      ['another directory, version 1', { acct: null, idp: `https://sts.windows.net/${LAKESIDE}/` }],
      ['another directory, version 2', { acct: null, idp: `https://login.microsoftonline.com/${LAKESIDE}/v2.0` }],
      ['a personal account', { acct: null, idp: 'live.com' }],
      ['personal accounts', { acct: null, idp: 'https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/' }],
      ['a passcode by email', { acct: null, idp: 'mail' }],
      ['an empty provider', { acct: null, idp: '' }],
    ])('nor does a token with %s', async (_, claims) => {
      harness.sandbox.accounts.setClaims(PRIYA, claims)
      expect(await enter(harness, PRIYA)).toBe(DENIED)
    })
  })

  test('a member opens it without the claim acct, and a guest who was added signs in', async () => {
    harness.sandbox.accounts.setClaims(PRIYA, { acct: null, idp: `https://sts.windows.net/${NORTHGATE}/` })
    const priya = await harness.signIn(PRIYA)
    expect(await priya.get('users.me')).toMatchObject({ role: 'Admin' })
    for (const [, enter] of WAYS) expect(await enter(harness, TOM)).toBe(DENIED)
    await priya.get('settings.addUser', { body: { userId: TOM_ID, role: 'User', name: 'Tom Reyes' } })
    for (const [, enter] of WAYS) expect(await enter(harness, TOM)).toBe('')
    expect(await (await harness.signIn(TOM)).get('users.me')).toMatchObject({ role: 'User' })
  })

  test.each<[string, Record<string, unknown>]>([
    ['no preferred_username', { preferred_username: null }],
    ['an empty preferred_username', { preferred_username: '' }],
    ['an empty email', { email: '' }],
    ['an invisible name', { name: '\u200B\u3164' }],
    ['no name', { name: null }],
    ['nothing but ids', { name: null, preferred_username: null, email: null, acct: null }],
  ])('a user whose token has %s signs in, and keeps their name and address', async (_, claims) => {
    harness.sandbox.accounts.setClaims(TOM, claims)
    for (const [, enter] of WAYS) expect(await enter(harness, TOM)).toBe('')
    const browser = createBrowser(harness.url)
    await browser.signIn(TOM)
    expect((await browser.session()).user).toMatchObject({ name: 'Tom Reyes', email: TOM })
  })

  test('Diagnostics say that the claim acct is missing', async () => {
    const priya = await harness.signIn(PRIYA)
    const { checks } = await priya.get('diagnostics.run')
    expect(checks.find(({ id }) => id === 'guests')).toMatchObject({ state: 'warning' })
    harness.sandbox.accounts.setClaims(PRIYA, {})
    await harness.signIn(PRIYA)
    const again = await priya.get('diagnostics.run')
    expect(again.checks.find(({ id }) => id === 'guests')).toMatchObject({ state: 'passed' })
  })
})
