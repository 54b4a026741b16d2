import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES, findPerson } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, mintSsoToken } from './index.ts'
import { createRelyingParty, ISSUER } from './tests/relying-party.ts'

const { start, close, discover, startSignIn, visit, signIn, fetch, outsideFetch, signingKey } = createRelyingParty()

beforeAll(start)
afterAll(close)

test('a wrong client secret is refused with 7000215', async () => {
  const config = await discover('not the secret')
  await expect(signIn(config, 'dana@lakeside.example')).rejects.toMatchObject({
    error: 'invalid_client',
    status: 401,
    cause: { error_codes: [7_000_215] },
  })
})

test('a code works once, with its own verifier', async () => {
  const config = await discover()
  const { url, checks } = await startSignIn(config, { login_hint: 'dana@lakeside.example' })
  const back = new URL((await visit(url)).headers.get('location') ?? '')
  const otherVerifier = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await expect(client.authorizationCodeGrant(config, back, otherVerifier)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  await client.authorizationCodeGrant(config, back, checks)
  await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('the client may authenticate in the Authorization header', async () => {
  const config = await client.discovery(ISSUER, APP_CLIENT_ID, undefined, client.ClientSecretBasic(APP_CLIENT_SECRET), {
    [client.customFetch]: outsideFetch(),
  })
  expect((await signIn(config, 'dana@lakeside.example')).claims()?.name).toBe('Dana Cole')
})

test('a refresh token is issued only for offline_access, and works at the shared endpoint', async () => {
  const config = await discover()
  const tokens = await signIn(config, 'luis@northgate.example')
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(renewed.claims()?.preferred_username).toBe('luis@northgate.example')
  const { url, checks } = await startSignIn(config, { login_hint: 'luis@northgate.example', scope: 'openid' })
  const back = new URL((await visit(url)).headers.get('location') ?? '')
  expect((await client.authorizationCodeGrant(config, back, checks)).refresh_token).toBeUndefined()
})

test('the app gets its own token with roles, from a tenant’s endpoint only', async () => {
  const [lakeside] = DIRECTORIES
  const scope = 'https://graph.microsoft.com/.default'
  const issuer = new URL(`https://login.microsoftonline.com/${lakeside?.tenantId}/v2.0`)
  const tenantConfig = await discover(APP_CLIENT_SECRET, issuer)
  const { access_token: token } = await client.clientCredentialsGrant(tenantConfig, { scope })
  expect(decodeJwt(token)).toMatchObject({
    aud: 'https://graph.microsoft.com',
    tid: lakeside?.tenantId,
    roles: ['User.Read.All'],
  })
  await expect(client.clientCredentialsGrant(tenantConfig, { scope: 'User.Read' })).rejects.toMatchObject({
    cause: { error_codes: [1_002_012] },
  })
  await expect(client.clientCredentialsGrant(await discover(), { scope })).rejects.toMatchObject({
    cause: { error_codes: [50_059] },
  })
})

test('keys and refresh tokens survive a restart', async () => {
  const keysUrl = 'https://login.microsoftonline.com/common/discovery/v2.0/keys'
  const keysBefore: unknown = await (await fetch(keysUrl)).json()
  const tokens = await signIn(await discover(), 'hanna@northgate.example')
  await close()
  await start()
  expect(await (await fetch(keysUrl)).json()).toEqual(keysBefore)
  const renewed = await client.refreshTokenGrant(await discover(), tokens.refresh_token ?? '')
  expect(renewed.claims()?.preferred_username).toBe('hanna@northgate.example')
})

test('the published key contains nothing private', async () => {
  const answer = await fetch('https://login.microsoftonline.com/common/discovery/v2.0/keys')
  const { keys } = (await answer.json()) as { keys: object[] }
  expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
})

test('a Teams token is exchanged for a Graph token of the same person, at the shared endpoint too', async () => {
  const found = findPerson(DIRECTORIES, 'omar@lakeside.example')
  if (!found) throw new Error('Omar is gone.')
  const assertion = await mintSsoToken(found, await signingKey())
  const request = { assertion, requested_token_use: 'on_behalf_of', scope: 'https://graph.microsoft.com/User.Read' }
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const { access_token: token } = await client.genericGrantRequest(await discover(), grant, request)
  expect(decodeJwt(token)).toMatchObject({
    aud: 'https://graph.microsoft.com',
    oid: found.person.id,
    tid: found.directory.tenantId,
    scp: 'User.Read',
  })

  const refused = { error: 'invalid_grant', cause: { error_codes: [50_013] } }
  const altered = { ...request, assertion: `${assertion.slice(0, -8)}AAAAAAAA` }
  await expect(client.genericGrantRequest(await discover(), grant, altered)).rejects.toMatchObject(refused)
  const foreign = { ...request, assertion: token }
  await expect(client.genericGrantRequest(await discover(), grant, foreign)).rejects.toMatchObject(refused)
  const nonsense = { ...request, assertion: 'nonsense' }
  await expect(client.genericGrantRequest(await discover(), grant, nonsense)).rejects.toMatchObject(refused)
})
