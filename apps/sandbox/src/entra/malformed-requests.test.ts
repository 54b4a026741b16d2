import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../directories/index.ts'
import { createMemoryJournal } from '../journal/index.ts'
import {
  APP_CLIENT_ID,
  APP_CLIENT_SECRET,
  entraPlugin,
  type EntraEvent,
  loadSigningKey,
  redirectUriOf,
} from './index.ts'

const APP_URL = 'http://localhost:3000'
const FORM = 'application/x-www-form-urlencoded'
const app = fastify()

beforeAll(async () => {
  const memory = createMemoryJournal()
  const signingKey = await loadSigningKey(memory.section('key'))
  const journal = memory.section<EntraEvent>('entra')
  await app.register(entraPlugin, { directories: DIRECTORIES, appUrl: APP_URL, signingKey, journal })
})
afterAll(() => app.close())

const secret = { client_id: APP_CLIENT_ID, client_secret: APP_CLIENT_SECRET }

test.each([
  ['no body', undefined, ''],
  ['JSON', 'application/json', JSON.stringify({ ...secret, grant_type: 'client_credentials' })],
  ['an empty form', FORM, ''],
  ['no secret', FORM, `client_id=${APP_CLIENT_ID}`],
  ['no grant type', FORM, new URLSearchParams(secret).toString()],
  ['an unknown grant type', FORM, new URLSearchParams({ ...secret, grant_type: 'magic' }).toString()],
  ['no code', FORM, new URLSearchParams({ ...secret, grant_type: 'authorization_code' }).toString()],
  ['an unknown code', FORM, new URLSearchParams({ ...secret, grant_type: 'authorization_code', code: 'x' }).toString()],
  [
    'an unknown refresh token',
    FORM,
    new URLSearchParams({ ...secret, grant_type: 'refresh_token', refresh_token: 'x' }).toString(),
  ],
  ['a parameter twice', FORM, `${new URLSearchParams(secret).toString()}&grant_type=a&grant_type=b`],
  ['percent signs', FORM, '%%%&client_id=%zz'],
])('a token request with %s is refused like Entra does', async (_what, contentType, payload) => {
  for (const tenant of ['organizations', 'lakeside.example']) {
    const answer = await app.inject({
      method: 'POST',
      url: `/${tenant}/oauth2/v2.0/token`,
      headers: contentType ? { 'content-type': contentType } : {},
      payload,
    })
    expect([400, 401]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ error: expect.any(String), error_codes: [expect.any(Number)] })
  }
})

test.each([
  ['no response type', {}],
  ['a wrong response type', { response_type: 'magic' }],
  ['no openid scope', { response_type: 'id_token', nonce: 'n' }],
  ['a wrong response mode', { response_type: 'code', response_mode: 'magic' }],
  ['a weak challenge', { response_type: 'code', scope: 'openid', code_challenge: 'x', code_challenge_method: 'magic' }],
])('an authorize request with %s redirects with an error or shows an error page', async (_what, extra) => {
  const query = new URLSearchParams({
    client_id: APP_CLIENT_ID,
    redirect_uri: redirectUriOf(APP_URL),
    login_hint: 'dana@lakeside.example',
    state: 's',
    ...extra,
  })
  const answer = await app.inject(`/organizations/oauth2/v2.0/authorize?${query.toString()}`)
  expect([303, 400]).toContain(answer.statusCode)
  expect(answer.headers.location ?? answer.body).toMatch(/[?#]error=|trouble signing you in/)
})

test('an empty authorize request shows an error page', async () => {
  const answer = await app.inject('/organizations/oauth2/v2.0/authorize')
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('AADSTS700016')
})
