import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/index.ts'
import { createTeamsTokens } from './index.ts'
import type { TeamsTokens } from './index.ts'

const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const CLIENT = '5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04'
const TEAMS_WEB = '5e3ce6c0-2b1f-4285-8d4b-75ee78787346'

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let tokens: TeamsTokens
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key of the test', use: 'sig', alg: 'RS256' }
  const outside = { fetch: async () => Response.json({ keys: [jwk] }), browserUrl: (url: string) => url }
  tokens = createTeamsTokens({ outside, clientId: CLIENT, clock: systemClock })
})

const seconds = () => Math.floor(Date.now() / 1_000)
function sign(change: JWTPayload = {}): Promise<string> {
  const claims = {
    iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    aud: CLIENT,
    exp: seconds() + 3_600,
    nbf: seconds(),
    iat: seconds(),
    ver: '2.0',
    azp: TEAMS_WEB,
    scp: 'access_as_user',
    tid: TENANT,
    oid: '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11',
    name: 'Dana Cole',
    preferred_username: 'dana@lakeside.example',
    ...change,
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key of the test' }).sign(keys.privateKey)
}

test('a Teams token for this app identifies its user', async () => {
  expect(await tokens.read(await sign())).toMatchObject({ tenantId: TENANT, name: 'Dana Cole' })
  // Microsoft let them in when it issued the token.
  const iat = seconds() - 1_800
  expect(await tokens.read(await sign({ iat }))).toMatchObject({ provedAt: new Date(iat * 1_000) })
  // Clocks differ.
  expect(await tokens.read(await sign({ nbf: seconds() + 200, exp: seconds() - 200 }))).not.toBeNull()
})

test.each<[string, JWTPayload]>([
  ['for another app', { aud: TEAMS_WEB }],
  ['for our API by its address, version 1', { aud: `api://partyline.example/${CLIENT}`, ver: '1.0' }],
  ['of version 1', { ver: '1.0', iss: `https://sts.windows.net/${TENANT}/` }],
  ['of another issuer', { iss: `https://evil.example/${TENANT}/v2.0` }],
  ['whose tenant is not its issuer', { tid: '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02' }],
  ['that has expired', { exp: seconds() - 400 }],
  ['that is not valid yet', { nbf: seconds() + 400 }],
  ['that never expires', { exp: undefined }],
  ['without nbf', { nbf: undefined }],
  ['of a client that is not Teams', { azp: CLIENT }],
  ['with another scope', { scp: 'access_as_users User.Read' }],
  ['without a scope', { scp: undefined }],
  ['without iat', { iat: undefined }],
  ['without a person', { oid: undefined }],
])('a token %s identifies no one', async (_, change) => {
  expect(await tokens.read(await sign(change))).toBeNull()
})
