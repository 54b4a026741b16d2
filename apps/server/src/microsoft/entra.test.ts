import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/index.ts'
import { createEntra } from './index.ts'
import type { Entra } from './index.ts'

const ENTRA = 'https://login.microsoftonline.com'
const TENANT = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const PERSON = '0b6f2c1e-9a47-4d0c-8a53-5c1d7e9f0a11'
const CLIENT = '5b3c7a90-1f24-4e68-b0d7-93a6c2e81f04'
const CALLBACK = 'https://partyline.example/api/auth/callback/azure-ad'

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let strangerKeys: typeof keys
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  strangerKeys = await generateKeyPair('RS256')
})

/** The directory’s responses, which tests override. */
let idToken: (nonce: string) => string | Promise<string>
let isReachable: boolean
let asked: { path: string; body: URLSearchParams }[]
let entra: Entra
beforeEach(() => {
  idToken = (nonce) => sign({ nonce })
  isReachable = true
  asked = []
  entra = createEntra({
    outside: { fetch: answer, browserUrl: (url) => url.replace(ENTRA, 'http://sandbox.example') },
    clientId: CLIENT,
    clientSecret: 'secret of the test',
    redirectUri: CALLBACK,
    clock: systemClock,
  })
})

const seconds = () => Math.floor(Date.now() / 1_000)
const goodClaims = () => ({
  iss: `${ENTRA}/${TENANT}/v2.0`,
  aud: CLIENT,
  sub: 'pairwise',
  iat: seconds(),
  exp: seconds() + 3_600,
  tid: TENANT,
  oid: PERSON,
  name: 'Dana Cole',
  preferred_username: 'dana@lakeside.example',
  email: 'dana.cole@lakeside.example',
})

function sign(claims: JWTPayload, by = keys): Promise<string> {
  return new SignJWT({ ...goodClaims(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'key of the test' })
    .sign(by.privateKey)
}

let nonceOfSignIn = ''

async function answer(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  if (!isReachable) throw new TypeError('fetch failed')
  const request = new Request(input, init)
  const { origin, pathname } = new URL(request.url)
  asked.push({ path: origin + pathname, body: new URLSearchParams(request.body ? await request.text() : '') })
  if (pathname.endsWith('/.well-known/openid-configuration')) {
    return Response.json({
      issuer: `${ENTRA}/{tenantid}/v2.0`,
      authorization_endpoint: `${ENTRA}/organizations/oauth2/v2.0/authorize`,
      token_endpoint: `${ENTRA}/organizations/oauth2/v2.0/token`,
      jwks_uri: `${ENTRA}/organizations/discovery/v2.0/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
  }
  if (pathname.endsWith('/keys')) {
    const jwk = await exportJWK(keys.publicKey)
    return Response.json({ keys: [{ ...jwk, kid: 'key of the test', use: 'sig', alg: 'RS256' }] })
  }
  const token = await idToken(nonceOfSignIn)
  return Response.json({ access_token: 'x', token_type: 'Bearer', expires_in: 3_600, id_token: token })
}

async function signIn() {
  const { url, checks } = await entra.beginSignIn({ login_hint: 'dana@lakeside.example' })
  nonceOfSignIn = checks.nonce
  return { url, result: await entra.finishSignIn(new URL(`${CALLBACK}?code=c&state=${checks.state}`), checks) }
}

test('a signed-in person has the data of the ID token', async () => {
  const { url, result } = await signIn()
  expect(new URL(url).host).toBe('sandbox.example')
  expect(result).toEqual({
    state: 'proved',
    person: {
      tenantId: TENANT,
      userId: PERSON,
      name: 'Dana Cole',
      login: 'dana@lakeside.example',
      email: 'dana.cole@lakeside.example',
      isMember: true,
      hasAcctClaim: false,
      provedAt: expect.any(Date),
    },
  })
})

test('the code is redeemed with the verifier of the browser’s code challenge', async () => {
  const { url } = await signIn()
  const verifier = asked.at(-2)?.body.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  expect(new URL(url).searchParams.get('code_challenge')).toBe(challenge)
})

describe('an ID token is refused', () => {
  const other = '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02'
  test.each<[string, (nonce: string) => string | Promise<string>]>([
    ['signed with an unknown key', (nonce) => sign({ nonce }, strangerKeys)],
    ['without a signature', (nonce) => new UnsecuredJWT({ ...goodClaims(), nonce }).encode()],
    ['that was altered', async (nonce) => altered(await sign({ nonce }))],
    ['that expired', (nonce) => sign({ nonce, exp: seconds() - 120 })],
    ['that is not valid yet', (nonce) => sign({ nonce, nbf: seconds() + 600 })],
    ['for another app', (nonce) => sign({ nonce, aud: other })],
    ['of another issuer', (nonce) => sign({ nonce, iss: `https://evil.example/${TENANT}/v2.0` })],
    ['whose tenant is not its issuer', (nonce) => sign({ nonce, tid: other })],
    ['of another sign-in', () => sign({ nonce: 'another' })],
    ['without a nonce', () => sign({})],
    ['that is malformed', () => 'x.y.z'],
  ])('%s', async (_, token) => {
    idToken = token
    expect((await signIn()).result).toMatchObject({ state: 'not-proved' })
  })
})

test('an ID token without oid identifies no one', async () => {
  idToken = (nonce) => sign({ nonce, oid: undefined })
  expect((await signIn()).result).toEqual({ state: 'nameless' })
})

test('the login replaces a missing email address and name', async () => {
  idToken = (nonce) => sign({ nonce, email: undefined, name: undefined })
  expect((await signIn()).result).toMatchObject({
    person: { name: 'dana@lakeside.example', email: 'dana@lakeside.example' },
  })
})

test('the discovery document is fetched once, and again after a failure', async () => {
  isReachable = false
  await expect(entra.beginSignIn({})).rejects.toThrow('fetch failed')
  isReachable = true
  await entra.beginSignIn({})
  await entra.beginSignIn({})
  expect(asked.map(({ path }) => path)).toEqual([`${ENTRA}/organizations/v2.0/.well-known/openid-configuration`])
})

function altered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const raised = Buffer.from(JSON.stringify({ ...claims, oid: CLIENT })).toString('base64url')
  return [header, raised, signature].join('.')
}
