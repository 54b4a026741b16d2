import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sandbox, SandboxOptions } from '@partyline/sandbox'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, createHeldClock, outsideThrough, TEAMS_APP } from '@partyline/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { redirectUriOf } from '../entra/index.ts'
import { startSandbox } from '../tests/driver.ts'

const DANA = 'dana@lakeside.example'
const OMAR = 'omar@lakeside.example'
const LINK = 'https://teams.microsoft.com/l/entity/app/messages?context=%7B%22subEntityId%22%3A%22chat%3A1%22%7D'
const TOPIC = { source: 'text', value: 'Messages', webUrl: LINK }
const UNREAD = {
  topic: TOPIC,
  activityType: 'unread',
  previewText: { content: 'Open Partyline to read.' },
  templateParameters: [{ name: 'count', value: '2' }],
}
const ASSIGNED = { topic: TOPIC, activityType: 'assigned', previewText: { content: 'Open Partyline to answer.' } }

async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox(options)
  return { sandbox, send: await senderFor(sandbox, 'lakeside.example') }
}

/** Sends with the app’s own token. */
async function senderFor(sandbox: Sandbox, domain: string) {
  const scope = 'https://graph.microsoft.com/.default'
  return sendWith(sandbox, await tokenFor(sandbox, domain, { grant_type: 'client_credentials', scope }))
}

function sendWith({ url }: Sandbox, token: string | null) {
  return async (login: string, body: object) => {
    const address = `https://graph.microsoft.com/v1.0/users/${encodeURIComponent(login)}/teamwork/sendActivityNotification`
    const answer = await outsideThrough(url).fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const { error = {} } = (text ? JSON.parse(text) : {}) as { error?: { code?: string; message?: string } }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...error }
  }
}

async function tokenFor({ url }: Sandbox, domain: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ client_id: APP_CLIENT_ID, client_secret: APP_CLIENT_SECRET, ...form })
  const answer = await fetch(`${url}/${domain}/oauth2/v2.0/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('an activity is in the feed of its recipient only, with the text of its type', async () => {
  const { sandbox, send } = await start()
  expect(await send(OMAR, UNREAD)).toEqual({ status: 204, retryAfter: null })
  expect(sandbox.teams.feed(OMAR)).toEqual([
    {
      id: expect.any(String),
      activityType: 'unread',
      text: 'Partyline: 2 unread',
      preview: 'Open Partyline to read.',
      topic: 'Messages',
      webUrl: LINK,
      chainId: null,
      at: expect.stringMatching(/Z$/),
      isRead: false,
    },
  ])
  expect(sandbox.teams.feed(DANA)).toEqual([])
  const id = sandbox.world.directories[0]?.people[0]?.id ?? ''
  await send(id, ASSIGNED)
  expect(sandbox.teams.feed(DANA)).toMatchObject([{ text: 'Partyline: a chat was assigned to you' }])
})

test('an activity replaces the earlier one of its chain, and is unread again', async () => {
  const { sandbox, send } = await start()
  await send(OMAR, { ...UNREAD, chainId: 7 })
  await send(OMAR, { ...UNREAD, chainId: 8 })
  await send(OMAR, ASSIGNED)
  await send(OMAR, ASSIGNED)
  const [first] = sandbox.teams.feed(OMAR).slice(-1)
  await fetch(`${sandbox.url}/sandbox/teams/${OMAR}/feed/${first?.id}/read`, { method: 'PUT' })
  expect(sandbox.teams.feed(OMAR).map(({ isRead }) => isRead)).toEqual([false, false, false, true])
  await send(OMAR, { ...UNREAD, chainId: 7, templateParameters: [{ name: 'count', value: '3' }] })
  expect(sandbox.teams.feed(OMAR).map(({ text, chainId, isRead }) => [text, chainId, isRead])).toEqual([
    ['Partyline: 3 unread', 7, false],
    ['Partyline: a chat was assigned to you', null, false],
    ['Partyline: a chat was assigned to you', null, false],
    ['Partyline: 2 unread', 8, false],
  ])
})

test.each([
  ['no topic', { topic: undefined }, 'topic'],
  [
    'a topic without a link',
    { topic: { source: 'text', value: 'Messages' } },
    "webUrl is required with the source 'text'",
  ],
  ['a link out of Teams', { topic: { ...TOPIC, webUrl: 'https://texts.example/?chat=1' } }, 'topic.webUrl: It must be'],
  [
    'a link to a page of Teams',
    { topic: { ...TOPIC, webUrl: 'https://teams.microsoft.com/v2' } },
    'topic.webUrl: It must be',
  ],
  ['a link without TLS', { topic: { ...TOPIC, webUrl: LINK.replace('https', 'http') } }, 'topic.webUrl: It must be'],
  ['a topic without a name', { topic: { ...TOPIC, value: '' } }, 'topic.value'],
  ['a topic of another source', { topic: { ...TOPIC, source: 'entityUrl' } }, 'topic.source'],
  ['no preview', { previewText: undefined }, 'previewText'],
  ['an empty preview', { previewText: { content: '' } }, 'previewText.content'],
  ['a long preview', { previewText: { content: 'x'.repeat(151) } }, 'previewText.content'],
  ['an unknown type', { activityType: 'texted' }, "does not declare the activity type 'texted'"],
  ['no parameters', { templateParameters: undefined }, "'unread' has the template parameters 'count', not ''"],
  ['another parameter', { templateParameters: [{ name: 'total', value: '2' }] }, "'count', not 'total'"],
  [
    'one parameter too many',
    { templateParameters: [...UNREAD.templateParameters, { name: 'actor', value: 'Dana' }] },
    "'count', not 'count, actor'",
  ],
  ['a number as a parameter', { templateParameters: [{ name: 'count', value: 2 }] }, 'templateParameters.0.value'],
  ['a chain that is not a number', { chainId: 'chat-1' }, 'chainId'],
  ['a chain that JavaScript rounds', { chainId: 2 ** 60 }, 'chainId'],
  ['a recipient in the body', { recipient: { userId: '1' } }, 'recipient'],
])('an activity with %s is a bad request', async (_what, changes, message) => {
  const { sandbox, send } = await start()
  expect(await send(OMAR, { ...UNREAD, ...changes })).toMatchObject({
    status: 400,
    code: 'BadRequest',
    message: expect.stringContaining(message),
  })
  expect(sandbox.teams.feed(OMAR)).toEqual([])
})

test('a preview can have 150 characters', async () => {
  const { send } = await start()
  expect((await send(OMAR, { ...ASSIGNED, previewText: { content: 'x'.repeat(150) } })).status).toBe(204)
})

test('every app may send the type systemDefault', async () => {
  const { sandbox, send } = await start({ teamsApp: { ...TEAMS_APP, activities: [] } })
  const templateParameters = [{ name: 'systemDefaultText', value: 'Take a break' }]
  expect((await send(OMAR, { ...ASSIGNED, activityType: 'systemDefault', templateParameters })).status).toBe(204)
  expect(sandbox.teams.feed(OMAR)).toMatchObject([{ text: 'Take a break' }])
  expect((await send(OMAR, ASSIGNED)).status).toBe(400)
})

test('without the permission in the package, an administrator has to grant one', async () => {
  const { sandbox, send } = await start({ teamsApp: { ...TEAMS_APP, permissions: [] } })
  expect(await send(OMAR, ASSIGNED)).toMatchObject({
    status: 403,
    code: 'Forbidden',
    message:
      "Missing role permissions on the request. API requires one of 'TeamsActivity.Send, TeamsActivity.Send.User'. " +
      "Roles on the request 'User.Read.All'. Resource specific consent grants on the request ''.",
  })
  expect(sandbox.accounts.setAppRoles('lakeside.example', ['User.Read.All', 'TeamsActivity.Send'])).toBe(true)
  expect((await (await senderFor(sandbox, 'lakeside.example'))(OMAR, ASSIGNED)).status).toBe(204)
  expect(sandbox.accounts.setAppRoles('nowhere.example', [])).toBe(false)
})

test('a person who has not installed the app gets nothing, whether the permission came from the directory or from the app', async () => {
  const { sandbox, send } = await start()
  sandbox.teams.setInstalled(OMAR, false)
  expect(await send(OMAR, ASSIGNED)).toMatchObject({
    status: 403,
    code: 'Forbidden',
    message: expect.stringContaining('Missing role permissions'),
  })
  expect((await send(DANA, ASSIGNED)).status).toBe(204)
  sandbox.accounts.setAppRoles('lakeside.example', ['TeamsActivity.Send'])
  const sendWithRole = await senderFor(sandbox, 'lakeside.example')
  expect(await sendWithRole(OMAR, ASSIGNED)).toMatchObject({
    status: 403,
    code: 'Forbidden',
    message: expect.stringMatching(/^Application with AAD App Id '.+' is not authorized to generate custom text notif/),
  })
  sandbox.teams.setInstalled(OMAR, true)
  expect((await send(OMAR, ASSIGNED)).status).toBe(204)
  expect(sandbox.teams.feed(OMAR)).toHaveLength(1)
})

test('only the app itself sends, to people of the directory', async () => {
  const { sandbox, send } = await start()
  expect(await sendWith(sandbox, null)(OMAR, ASSIGNED)).toMatchObject({
    status: 401,
    code: 'InvalidAuthenticationToken',
  })
  const client = { client_id: APP_CLIENT_ID, redirect_uri: redirectUriOf('http://localhost:3000') }
  const query = new URLSearchParams({ ...client, response_type: 'code', scope: 'openid User.Read', login_hint: DANA })
  const signIn = `${sandbox.url}/lakeside.example/oauth2/v2.0/authorize?${query.toString()}`
  const back = new URL((await fetch(signIn, { redirect: 'manual' })).headers.get('location') ?? '')
  const form = { ...client, grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' }
  const sendAsDana = sendWith(sandbox, await tokenFor(sandbox, 'lakeside.example', form))
  expect(await sendAsDana(OMAR, ASSIGNED)).toMatchObject({
    status: 403,
    message:
      "Missing scope permissions on the request. API requires one of 'TeamsActivity.Send'. Scopes on the request 'User.Read'.",
  })
  const notFound = { status: 404, code: 'Request_ResourceNotFound' }
  expect(await send('priya@northgate.example', ASSIGNED)).toMatchObject(notFound)
  sandbox.accounts.setAccount(OMAR, 'deleted')
  expect(await send(OMAR, ASSIGNED)).toMatchObject(notFound)
})

test('Graph takes five requests a second in each tenant, and refuses all while it is throttled', async () => {
  const clock = createHeldClock(Date.now())
  const { sandbox, send } = await start({ clock })
  const other = await sandbox.addSurroundings()
  const sendOthers = await senderFor(sandbox, other.world.directories[0]?.domain ?? '')
  for (const _ of [1, 2, 3, 4, 5]) expect((await send(OMAR, ASSIGNED)).status).toBe(204)
  expect(await send(OMAR, ASSIGNED)).toMatchObject({ status: 429, code: 'TooManyRequests', retryAfter: '1' })
  expect((await sendOthers(other.loginOf(OMAR), ASSIGNED)).status).toBe(204)
  expect(other.teams.feed(other.loginOf(OMAR))).toHaveLength(1)
  clock.advance(1000)
  expect((await send(OMAR, ASSIGNED)).status).toBe(204)
  sandbox.accounts.setGraphFault('lakeside.example', 'throttled')
  expect(await send(OMAR, ASSIGNED)).toMatchObject({ status: 429, retryAfter: '10' })
})

test('feeds survive a restart', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { sandbox, send } = await start({ dataDir })
  await send(OMAR, ASSIGNED)
  const [item] = sandbox.teams.feed(OMAR)
  await fetch(`${sandbox.url}/sandbox/teams/${OMAR}/feed/${item?.id}/read`, { method: 'PUT' })
  await sandbox.close()
  const after = await startSandbox({ dataDir })
  expect(after.teams.feed(OMAR)).toEqual([{ ...item, isRead: true }])
})

test('scripts read feeds, install and remove the app, and grant permissions', async () => {
  const { sandbox, send } = await start()
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method: body ? 'PUT' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const found: unknown = await answer.json()
    return { status: answer.status, body: found }
  }
  await send(OMAR, ASSIGNED)
  expect(await call(`teams/${OMAR}/feed`)).toEqual({ status: 200, body: sandbox.teams.feed(OMAR) })
  const removed = { installed: false }
  expect(await call(`teams/${OMAR}/installation`, removed)).toEqual({ status: 200, body: removed })
  expect((await send(OMAR, ASSIGNED)).status).toBe(403)
  const roles = { domain: 'lakeside.example', roles: ['TeamsActivity.Send'] }
  expect(await call('directories/lakeside.example/app-roles', { roles: roles.roles })).toEqual({
    status: 200,
    body: roles,
  })
  expect((await call('directories/nowhere.example/app-roles', { roles: [] })).status).toBe(404)
  expect((await call('directories/lakeside.example/app-roles', { roles: 'all' })).status).toBe(400)
  expect((await call(`teams/${OMAR}/installation`, {})).status).toBe(400)
  const nobody = { status: 404, body: { message: 'Nobody here is called nobody@lakeside.example.' } }
  expect(await call('teams/nobody@lakeside.example/feed')).toEqual(nobody)
  expect(await call('teams/nobody@lakeside.example/installation', removed)).toEqual(nobody)
})
