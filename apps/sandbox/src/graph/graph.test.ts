import { fastify } from 'fastify'
import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../directories/index.ts'
import {
  APP_CLIENT_ID,
  APP_CLIENT_SECRET,
  type EntraEvent,
  entraPlugin,
  loadSigningKey,
  redirectUriOf,
  type SigningKey,
} from '../entra/index.ts'
import { createMemoryJournal } from '../journal/index.ts'
import { outsideThrough, type Outside } from '../outside/index.ts'
import { createActivityFeeds, TEAMS_APP } from '../teams/index.ts'
import { graphPlugin } from './index.ts'

const APP_URL = 'http://localhost:3000'
const GRAPH = 'https://graph.microsoft.com/v1.0'
const [LAKESIDE] = DIRECTORIES
const ENTRA = `https://login.microsoftonline.com/${LAKESIDE?.tenantId}/oauth2/v2.0`

const app = fastify()
let outside: Outside
let signingKey: SigningKey
let danasToken: string

beforeAll(async () => {
  const memory = createMemoryJournal()
  signingKey = await loadSigningKey(memory.section('key'))
  const journal = memory.section<EntraEvent>('entra')
  await app.register(entraPlugin, { directories: DIRECTORIES, appUrl: APP_URL, signingKey, journal })
  const shared = { directories: DIRECTORIES, now: Date.now }
  const feeds = createActivityFeeds({ ...shared, app: TEAMS_APP, journal: memory.section('feeds') })
  await app.register(graphPlugin, { ...shared, signingKey, feeds })
  outside = outsideThrough(await app.listen({ port: 0, host: '127.0.0.1' }))
  danasToken = await tokenOf('dana@lakeside.example', 'openid User.Read User.ReadBasic.All')
})
afterAll(() => app.close())

async function tokenOf(login: string, scope: string): Promise<string> {
  const client = { client_id: APP_CLIENT_ID, redirect_uri: redirectUriOf(APP_URL) }
  const query = new URLSearchParams({ ...client, response_type: 'code', scope, login_hint: login })
  const answer = await outside.fetch(`${ENTRA}/authorize?${query.toString()}`, { redirect: 'manual' })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return requestToken({ ...client, grant_type: 'authorization_code', code })
}

async function requestToken(form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ client_id: APP_CLIENT_ID, client_secret: APP_CLIENT_SECRET, ...form })
  const answer = await outside.fetch(`${ENTRA}/token`, { method: 'POST', body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

/** The part of Graph's responses that the tests read. */
type Answer = {
  value: Record<string, unknown>[]
  error: { code: string; message: string }
  '@odata.nextLink'?: string
  '@odata.count'?: number
  [property: string]: unknown
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const url = path.startsWith('https:') ? path : GRAPH + path
  const answer = await outside.fetch(url, { headers: { authorization: `Bearer ${danasToken}`, ...headers } })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

async function namesFor(query: Record<string, string>): Promise<unknown[]> {
  const { body } = await ask(`/users?${new URLSearchParams(query).toString()}`, { consistencylevel: 'eventual' })
  return body.value.map(({ displayName }) => displayName)
}

test('me is the person whose token it is', async () => {
  const { body } = await ask('/me')
  expect(body).toMatchObject({ displayName: 'Dana Cole', userPrincipalName: 'dana@lakeside.example' })
  expect(body).not.toHaveProperty('accountEnabled')
})

test('users are those of the caller’s directory', async () => {
  expect(await namesFor({})).toEqual(['Dana Cole', 'Omar Haddad', 'Mei Tanaka', 'Ruth Alvarez'])
})

test('$search needs ConsistencyLevel: eventual', async () => {
  const { status, body } = await ask('/users?$search="displayName:om"')
  expect(status).toBe(400)
  expect(body.error.code).toBe('Request_UnsupportedQuery')
})

test('$search finds the beginnings of words of the name in any order, but not the middle of a word', async () => {
  expect(await namesFor({ $search: '"displayName:had om"' })).toEqual(['Omar Haddad'])
  expect(await namesFor({ $search: '"displayName:addad"' })).toEqual([])
  expect(await namesFor({ $search: '"displayName:cole" OR "mail:mei."', $orderby: 'displayName' })).toEqual([
    'Dana Cole',
    'Mei Tanaka',
  ])
})

test('$filter startswith works without the header; a quote is doubled', async () => {
  const filter = "startswith(displayName,'o') or startswith(surname,'tan')"
  const { body } = await ask(`/users?${new URLSearchParams({ $filter: filter, $select: 'id,mail' }).toString()}`)
  expect(body.value.map(({ mail }) => mail)).toEqual(['omar.haddad@lakeside.example', 'mei.tanaka@lakeside.example'])
  expect(Object.keys(body.value[0] ?? {})).toEqual(['id', 'mail'])
  expect(await namesFor({ $filter: "startswith(surname,'O''B')" })).toEqual([])
  expect(await namesFor({ $filter: "accountEnabled eq true and startswith(mail,'dana')" })).toEqual(['Dana Cole'])
})

test('nextLink leads through all pages', async () => {
  const names: unknown[] = []
  let next: string | undefined = '/users?$top=2&$orderby=displayName%20desc&$count=true'
  while (next) {
    const { body }: { body: Answer } = await ask(next, { consistencylevel: 'eventual' })
    expect(body['@odata.count']).toBe(4)
    names.push(...body.value.map(({ displayName }) => displayName))
    next = body['@odata.nextLink']
  }
  expect(names).toEqual(['Ruth Alvarez', 'Omar Haddad', 'Mei Tanaka', 'Dana Cole'])
})

test.each([
  ['$top=0', '$top=0'],
  ['a property that does not exist', '$select=shoeSize'],
  ['a broken search', '$search=displayName:om'],
  ['a broken filter', "$filter=contains(displayName,'om')"],
  ['an unknown order', '$orderby=displayName sideways'],
  ['a made-up skip token', '$skiptoken=abc'],
])('%s is a bad request', async (_what, query) => {
  const { status, body } = await ask(`/users?${query}`, { consistencylevel: 'eventual' })
  expect(status).toBe(400)
  expect(body.error.code).toBe('BadRequest')
})

test('a user is found by ID or login; an unknown one is not found', async () => {
  const id = LAKESIDE?.people[1]?.id
  expect((await ask(`/users/${id}`)).body.displayName).toBe('Omar Haddad')
  expect((await ask('/users/omar@lakeside.example')).body.id).toBe(id)
  const { status, body } = await ask('/users/priya@northgate.example')
  expect(status).toBe(404)
  expect(body.error.code).toBe('Request_ResourceNotFound')
})

test('requests without a token, or with a token that is not for Graph, are refused', async () => {
  expect((await ask('/me', { authorization: '' })).body.error.code).toBe('InvalidAuthenticationToken')
  const forTheApp = await sign({ audience: APP_CLIENT_ID, expires: '1h' })
  expect((await ask('/me', { authorization: `Bearer ${forTheApp}` })).status).toBe(401)
  const expired = await sign({ audience: 'https://graph.microsoft.com', expires: '-1s' })
  expect((await ask('/me', { authorization: `Bearer ${expired}` })).status).toBe(401)
  const altered = `${danasToken.slice(0, -8)}AAAAAAAA`
  expect((await ask('/me', { authorization: `Bearer ${altered}` })).status).toBe(401)
})

test('a token without permission to read people is refused', async () => {
  const token = await tokenOf('dana@lakeside.example', 'openid User.Read')
  expect((await ask('/me', { authorization: `Bearer ${token}` })).status).toBe(200)
  const { status, body } = await ask('/users', { authorization: `Bearer ${token}` })
  expect(status).toBe(403)
  expect(body.error.code).toBe('Authorization_RequestDenied')
})

test('the app itself may list users, but has no /me', async () => {
  const scope = 'https://graph.microsoft.com/.default'
  const authorization = `Bearer ${await requestToken({ grant_type: 'client_credentials', scope })}`
  expect((await ask('/users', { authorization })).status).toBe(200)
  expect((await ask('/me', { authorization })).status).toBe(400)
})

async function sign({ audience, expires }: { audience: string; expires: string }): Promise<string> {
  return new SignJWT({ tid: LAKESIDE?.tenantId, oid: LAKESIDE?.people[0]?.id, scp: 'User.Read' })
    .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid })
    .setIssuer(`https://login.microsoftonline.com/${LAKESIDE?.tenantId}/v2.0`)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(await importJWK(signingKey.privateJwk, 'RS256'))
}
