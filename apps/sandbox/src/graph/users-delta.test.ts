import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccounts, GRAPH_FAULTS } from '../directories/index.ts'
import type { Accounts, DirectoryEvent } from '../directories/index.ts'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, entraPlugin, loadSigningKey, redirectUriOf } from '../entra/index.ts'
import type { EntraEvent } from '../entra/index.ts'
import { createMemoryJournal } from '../journal/index.ts'
import { outsideThrough } from '../outside/index.ts'
import type { Outside } from '../outside/index.ts'
import { createActivityFeeds, TEAMS_APP } from '../teams/index.ts'
import { graphPlugin } from './index.ts'

const APP_URL = 'http://localhost:3000'
const DELTA = 'https://graph.microsoft.com/v1.0/users/delta'
const DAY_MS = 24 * 60 * 60_000

let app: ReturnType<typeof fastify>
let outside: Outside
let accounts: Accounts
let now: number
let token: string
beforeEach(async () => {
  now = Date.now()
  app = fastify()
  const memory = createMemoryJournal()
  accounts = createAccounts(memory.section<DirectoryEvent>('directories'))
  const { directories } = accounts
  const signingKey = await loadSigningKey(memory.section('key'))
  const journal = memory.section<EntraEvent>('entra')
  await app.register(entraPlugin, { directories, appUrl: APP_URL, signingKey, journal })
  const shared = { directories, now: () => now }
  const feeds = createActivityFeeds({ ...shared, app: TEAMS_APP, journal: memory.section('feeds') })
  await app.register(graphPlugin, { ...shared, signingKey, feeds })
  outside = outsideThrough(await app.listen({ port: 0, host: '127.0.0.1' }))
  token = await tokenFor('lakeside.example')
})
afterEach(() => app.close())

async function tokenFor(domain: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: APP_CLIENT_ID,
    client_secret: APP_CLIENT_SECRET,
    grant_type: 'client_credentials',
    scope: 'https://graph.microsoft.com/.default',
  })
  const address = `https://login.microsoftonline.com/${domain}/oauth2/v2.0/token`
  const answer = await outside.fetch(address, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

type Answer = {
  value: Record<string, unknown>[]
  error: { code: string }
  '@odata.nextLink'?: string
  '@odata.deltaLink'?: string
}

async function ask(address: string) {
  const answer = await outside.fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, location: answer.headers.get('location'), body: (await answer.json()) as Answer }
}

/** Reads all pages of a round. */
async function round(address: string) {
  const value: Record<string, unknown>[] = []
  for (;;) {
    const { body } = await ask(address)
    value.push(...body.value)
    const next = body['@odata.nextLink']
    if (!next) return { value, deltaLink: body['@odata.deltaLink'] ?? '' }
    address = next
  }
}

const idOf = (login: string) =>
  createAccounts(createMemoryJournal().section(''))
    .directories.flatMap(({ people }) => people)
    .find((one) => one.login === login)?.id

test('the first round returns everyone with the selected properties, page by page, and ends with a delta link', async () => {
  const { body } = await ask(`${DELTA}?$select=accountEnabled`)
  expect(body.value).toHaveLength(2)
  expect(body).not.toHaveProperty('@odata.deltaLink')
  const { value, deltaLink } = await round(`${DELTA}?$select=accountEnabled`)
  expect(value).toHaveLength(4)
  for (const person of value) expect(person).toEqual({ id: expect.any(String), accountEnabled: true })
  expect(new URL(deltaLink).searchParams.has('$deltatoken')).toBe(true)
})

test('a delta link reports changes: disabled, deleted, purged, and restored accounts', async () => {
  const { value, deltaLink } = await round(`${DELTA}?$select=accountEnabled&$deltatoken=latest`)
  expect(value).toEqual([])
  accounts.setAccount('omar@lakeside.example', 'disabled')
  accounts.setAccount('mei@lakeside.example', 'deleted')
  accounts.setAccount('ruth@lakeside.example', 'purged')
  accounts.setAccount('priya@northgate.example', 'disabled')
  const second = await round(deltaLink)
  expect(second.value).toEqual([
    { id: idOf('omar@lakeside.example'), accountEnabled: false },
    { id: idOf('mei@lakeside.example'), '@removed': { reason: 'changed' } },
    { id: idOf('ruth@lakeside.example'), '@removed': { reason: 'deleted' } },
  ])
  accounts.setAccount('mei@lakeside.example', 'enabled')
  expect((await round(second.deltaLink)).value).toEqual([{ id: idOf('mei@lakeside.example'), accountEnabled: true }])
  // A delta link can be used again, and reports the same.
  expect((await round(deltaLink)).value).toHaveLength(3)
})

test('faults of a directory: throttled, failing, cut off, empty, and everyone removed', async () => {
  const { deltaLink } = await round(`${DELTA}?$select=accountEnabled&$deltatoken=latest`)
  for (const name of ['omar', 'mei', 'ruth']) accounts.setAccount(`${name}@lakeside.example`, 'disabled')
  const answers = async () => {
    const first = await ask(deltaLink)
    const next = first.body['@odata.nextLink']
    return [first.status, first.body.value?.length, next && (await ask(next)).status]
  }
  const expected = {
    throttled: [429],
    failing: [500],
    cutOff: [200, 2, 504],
    empty: [200, 0],
    everyoneRemoved: [200, 2, 200],
  }
  for (const fault of GRAPH_FAULTS) {
    expect(accounts.setGraphFault('lakeside.example', fault)).toBe(true)
    expect({ [fault]: (await answers()).filter((one) => one !== undefined) }).toEqual({ [fault]: expected[fault] })
  }
  const { value } = await round(deltaLink)
  expect(value.every((one) => '@removed' in one)).toBe(true)
  expect(value).toHaveLength(4)
  accounts.setGraphFault('lakeside.example', null)
  expect(await answers()).toEqual([200, 2, 200])
  expect(accounts.setGraphFault('nowhere.example', 'empty')).toBe(false)
})

test('a change of a property that was not selected is not reported', async () => {
  const { deltaLink } = await round(`${DELTA}?$select=displayName`)
  accounts.setAccount('omar@lakeside.example', 'disabled')
  expect((await round(deltaLink)).value).toEqual([])
})

test('a token older than seven days is unknown, and one from before a reset is gone', async () => {
  const { deltaLink } = await round(`${DELTA}?$deltatoken=latest`)
  accounts.resetTracking('lakeside.example')
  const gone = await ask(deltaLink)
  expect([gone.status, gone.location]).toEqual([410, `${DELTA}?$deltatoken=`])
  now += 7 * DAY_MS + 1
  const { status, body } = await ask(deltaLink)
  expect([status, body.error.code]).toEqual([400, 'syncStateNotFound'])
})

test.each([
  ['$top=1', 'BadRequest'],
  ["$filter=startswith(mail,'a')", 'BadRequest'],
  ['$orderby=displayName', 'BadRequest'],
  ['$select=shoeSize', 'BadRequest'],
  ['$deltatoken=made-up', 'BadRequest'],
  ['$skiptoken=made-up', 'BadRequest'],
])('%s is refused', async (query, code) => {
  const { status, body } = await ask(`${DELTA}?${query}`)
  expect([status, body.error.code]).toEqual([400, code])
})

test('a token belongs to one directory, and includes its selection', async () => {
  const { deltaLink } = await round(`${DELTA}?$deltatoken=latest`)
  expect((await ask(`${deltaLink}&$select=id`)).status).toBe(400)
  await post('/8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02/v2.0/adminconsent')
  token = await tokenFor('northgate.example')
  expect((await ask(deltaLink)).status).toBe(400)
})

async function post(path: string) {
  const query = new URLSearchParams({ client_id: APP_CLIENT_ID, redirect_uri: `${APP_URL}/admin/consent` })
  const body = new URLSearchParams({ decision: 'accept', directory: '8ea01b63-4d6c-4d4a-8b7f-3c209e5f7b02' })
  await outside.fetch(`https://login.microsoftonline.com${path}?${query.toString()}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
}

test('users are found by up to 15 IDs, including disabled ones but not deleted ones', async () => {
  const ids = accounts.directories[0]?.people.map(({ id }) => `'${id}'`) ?? []
  accounts.setAccount('omar@lakeside.example', 'disabled')
  accounts.setAccount('mei@lakeside.example', 'deleted')
  const address = (values: string[]) =>
    `https://graph.microsoft.com/v1.0/users?$select=id,accountEnabled&$filter=${encodeURIComponent(`id in (${values.join(',')})`)}`
  const { body } = await ask(address(ids))
  expect(body.value.map(({ accountEnabled }) => accountEnabled)).toEqual([true, false, true])
  expect((await ask(address(Array.from({ length: 16 }, () => ids[0] ?? '')))).status).toBe(400)
})

test('a disabled person cannot sign in, a deleted one is unknown', async () => {
  const authorize = async (login: string, prompt = '') => {
    const query = new URLSearchParams({
      client_id: APP_CLIENT_ID,
      redirect_uri: redirectUriOf(APP_URL),
      response_type: 'code',
      scope: 'openid',
      login_hint: login,
      ...(prompt && { prompt }),
    })
    const address = `https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize?${query.toString()}`
    const answer = await outside.fetch(address, { redirect: 'manual' })
    return `${answer.headers.get('location') ?? ''} ${await answer.text()}`
  }
  expect(await authorize('omar@lakeside.example')).toContain('code=')
  accounts.setAccount('omar@lakeside.example', 'disabled')
  expect(await authorize('omar@lakeside.example')).toContain('AADSTS50057')
  expect(await authorize('omar@lakeside.example', 'none')).toContain('error=interaction_required')
  accounts.setAccount('omar@lakeside.example', 'deleted')
  expect(await authorize('omar@lakeside.example')).toContain('No one here is called')
  expect(await authorize('omar@lakeside.example', 'none')).toContain('error=login_required')
})
