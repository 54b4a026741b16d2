import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/index.ts'
import { createMarketplace } from './index.ts'
import type { Marketplace } from './index.ts'

const PUBLISHER = {
  tenantId: 'a1c23d85-6f8e-4f6c-8d9b-5e42b0719d04',
  clientId: '6c4d8b01-2a35-4f79-91e8-a4b7d3f92e15',
  clientSecret: 'secret',
}
const MICROSOFT = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'
const OTHER = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
const V1_ISSUER = `https://sts.windows.net/${PUBLISHER.tenantId}/`

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let marketplace: Marketplace
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'test key', use: 'sig', alg: 'RS256' }
  const outside = { fetch: async () => Response.json({ keys: [jwk] }), browserUrl: (url: string) => url }
  marketplace = createMarketplace({ outside, publisher: PUBLISHER, clock: systemClock })
})

const seconds = () => Math.floor(Date.now() / 1_000)
async function authorization(change: JWTPayload = {}): Promise<string> {
  const claims = {
    iss: `https://login.microsoftonline.com/${PUBLISHER.tenantId}/v2.0`,
    aud: PUBLISHER.clientId,
    exp: seconds() + 3_600,
    tid: PUBLISHER.tenantId,
    azp: MICROSOFT,
    ...change,
  }
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test key' })
  return `Bearer ${await token.sign(keys.privateKey)}`
}

test.each<[string, JWTPayload]>([
  ['version 2, which names the app in azp', {}],
  ['version 1, which names the app in appid', { iss: V1_ISSUER, azp: undefined, appid: MICROSOFT }],
])('a token of the marketplace’s app is accepted: %s', async (_, change) => {
  expect(await marketplace.isCaller(await authorization(change))).toBe(true)
})

test.each<[string, JWTPayload]>([
  ['of another app of the publisher’s tenant', { azp: OTHER }],
  ['of another app of the publisher’s tenant, version 1', { iss: V1_ISSUER, azp: undefined, appid: OTHER }],
  ['of our own app', { azp: PUBLISHER.clientId }],
  ['that names two apps', { appid: OTHER }],
  ['that names no app', { azp: undefined }],
  ['for another app', { aud: OTHER }],
  ['of another tenant', { tid: OTHER }],
  ['of another issuer', { iss: `https://sts.windows.net/${OTHER}/` }],
  ['that has expired', { exp: seconds() - 1 }],
  ['that never expires', { exp: undefined }],
])('a token %s is refused', async (_, change) => {
  expect(await marketplace.isCaller(await authorization(change))).toBe(false)
})

test.each([undefined, '', 'Bearer', 'Bearer x'])('the header %j is refused', async (header) => {
  expect(await marketplace.isCaller(header)).toBe(false)
})

test('a token of another scheme is refused', async () => {
  expect(await marketplace.isCaller((await authorization()).replace('Bearer', 'Basic'))).toBe(false)
})
