import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_CLIENT_SECRET } from './index.ts'
import { APP_URL, createRelyingParty } from './tests/relying-party.ts'

const { start, close, discover, startSignIn, visit, post } = createRelyingParty()
const [LAKESIDE, NORTHGATE, WESTHAVEN] = DIRECTORIES.map(({ tenantId }) => tenantId)

beforeAll(start)
afterAll(close)

function consentUrl(tenant: string | undefined, change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: APP_CLIENT_ID,
    scope: 'https://graph.microsoft.com/.default',
    redirect_uri: `${APP_URL}/admin/consent`,
    state: 'kept',
    ...change,
  })
  return `https://login.microsoftonline.com/${tenant}/v2.0/adminconsent?${query.toString()}`
}

async function decide(decision: string, directory = NORTHGATE, tenant = directory) {
  const answer = await post(consentUrl(tenant), { decision, directory: directory ?? '' })
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
}

async function appToken(tenantId: string | undefined): Promise<string> {
  const config = await discover(APP_CLIENT_SECRET, new URL(`https://login.microsoftonline.com/${tenantId}/v2.0`))
  const scope = 'https://graph.microsoft.com/.default'
  return (await client.clientCredentialsGrant(config, { scope })).access_token
}

test('without consent, the app gets no token of its own until an administrator accepts', async () => {
  await expect(appToken(NORTHGATE)).rejects.toMatchObject({
    error: 'invalid_client',
    status: 401,
    cause: { error_codes: [7_000_229] },
  })
  expect(await decide('accept')).toEqual({
    admin_consent: 'True',
    tenant: NORTHGATE,
    scope: 'https://graph.microsoft.com/.default',
    state: 'kept',
  })
  await expect(appToken(NORTHGATE)).resolves.toBeTruthy()
  await expect(appToken(LAKESIDE)).resolves.toBeTruthy()
})

test('Cancel returns to the app with an error and without consent', async () => {
  expect(await decide('cancel', WESTHAVEN, 'organizations')).toEqual({
    admin_consent: 'True',
    error: 'access_denied',
    error_description: expect.stringContaining('AADSTS65004') as string,
    state: 'kept',
  })
  await expect(appToken(WESTHAVEN)).rejects.toMatchObject({ cause: { error_codes: [7_000_229] } })
})

test('people who may not consent themselves can sign in after their administrator has', async () => {
  const back = async () => {
    const { url } = await startSignIn(await discover(), { login_hint: 'grace@westhaven.example' })
    return new URL((await visit(url)).headers.get('location') ?? '').searchParams
  }
  const refused = await back()
  expect([refused.get('error'), refused.get('error_description')]).toEqual([
    'access_denied',
    expect.stringMatching(/^AADSTS90094: /),
  ])
  await decide('accept', WESTHAVEN, 'organizations')
  expect((await back()).has('code')).toBe(true)
})

test.each([
  ['another app', consentUrl(NORTHGATE, { client_id: 'x' }), 'AADSTS700016'],
  ['another return address', consentUrl(NORTHGATE, { redirect_uri: 'https://evil.example' }), 'AADSTS50011'],
  ['common', consentUrl('common'), 'AADSTS90002'],
])('%s is refused on an error page', async (_, url, code) => {
  for (const answer of [await visit(url), await post(url, { decision: 'accept', directory: NORTHGATE ?? '' })]) {
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain(code)
  }
})
