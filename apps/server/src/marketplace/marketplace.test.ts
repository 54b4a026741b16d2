import { randomUUID } from 'node:crypto'
import { BY_MARKETPLACE } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { PUBLISHER } from '@partyline/sandbox'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { until } from '../../tests/until.ts'

const SECOND = 'second.partyline.example'

let harness: Harness
/** What reached the second environment, and how often it fails first. */
const forwarded: { url: string; authorization: string | null; body: unknown }[] = []
let failures = 0
/** The marketplace's API cannot be reached while this is set. */
let isAway = false
beforeAll(async () => {
  harness = await startHarness({
    env: {
      SIGN_UP: 'marketplace',
      MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
      MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
      MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
      SAAS_FORWARD_HOSTS: SECOND,
    },
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(...request) {
        const asking = new Request(...request)
        const { host } = new URL(asking.url)
        if (isAway && host === 'marketplaceapi.microsoft.com') throw new TypeError('fetch failed')
        if (host !== SECOND) return toSandbox.fetch(...request)
        failures -= 1
        if (failures >= 0) return new Response('', { status: 503 })
        forwarded.push({
          url: asking.url,
          authorization: asking.headers.get('authorization'),
          body: await asking.json(),
        })
        return new Response('{}')
      },
    }),
  })
})
afterAll(() => harness.close())

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(harness.sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

type Subscription = { id: string; planId: string; saasSubscriptionStatus: string }
type Told = { operation: { id: string; status: string; timeStamp: string }; answer: { status: number; body: string } }

async function sell(directory: string) {
  const path = '/sandbox/marketplace/purchases'
  const { subscription, landingPage } = await post<{ subscription: Subscription; landingPage: string }>(path, {
    directory,
    planId: 'team',
  })
  const token = new URL(landingPage).searchParams.get('token') ?? ''
  return { subscription, token }
}

async function buy(directory: string) {
  const { subscription, token } = await sell(directory)
  return { subscription, token, activated: await harness.anonymous.call('marketplace.activate', { body: { token } }) }
}

/** As the marketplace's own records say. */
async function statusAtMicrosoft(id: string): Promise<string> {
  const answer = await fetch(`${harness.sandbox.url}/sandbox/marketplace/subscriptions/${id}`)
  return ((await answer.json()) as Subscription).saasSubscriptionStatus
}

const operate = (id: string, action: string, more: object = {}) =>
  post<Told>(`/sandbox/marketplace/subscriptions/${id}/operations`, { action, ...more })
const recordOf = ({ answer }: Told) => JSON.parse(answer.body) as { id: string; action: string; outcome: string }
const statusOf = async (client: Client) => (await client.call('users.me')).status

test('who has bought may sign in, and who has not may not', async () => {
  await expect(harness.signIn('dana@lakeside.example')).rejects.toThrow('error=AccessDenied')
  const { activated, token } = await buy('lakeside.example')
  expect(activated.data).toEqual({ name: 'Lakeside Clinic – Partyline', planId: 'team', state: 'active' })
  await expect(harness.signIn('dana@lakeside.example')).resolves.toHaveProperty('accessToken')
  // Activating again changes nothing.
  expect((await harness.anonymous.call('marketplace.activate', { body: { token } })).status).toBe(200)
})

const resolve = (token: string) => harness.anonymous.get('marketplace.resolve', { body: { token } })

test('looking at a purchase activates nothing, and the buyer’s word does', async () => {
  const { subscription, token } = await sell('westhaven.example')
  expect(await resolve(token)).toMatchObject({ planId: 'team', state: 'pending' })
  expect(await statusAtMicrosoft(subscription.id)).toBe('PendingFulfillmentStart')
  await harness.anonymous.get('marketplace.activate', { body: { token } })
  expect(await resolve(token)).toMatchObject({ state: 'active' })
  expect(await statusAtMicrosoft(subscription.id)).toBe('Subscribed')
})

test.each([
  ['Suspend', 'suspended', 'Microsoft has suspended this subscription. Check its payment in the marketplace.'],
  ['Unsubscribe', 'ended', 'This subscription has ended. To use Partyline again, buy it again in the marketplace.'],
] as const)('after %s the purchase link says that the subscription is %s', async (action, state, message) => {
  const { subscription, token } = await buy('westhaven.example')
  await operate(subscription.id, action)
  expect(await resolve(token)).toMatchObject({ state })
  const { status, error } = await harness.anonymous.call('marketplace.activate', { body: { token } })
  expect([status, error?.message]).toEqual([409, message])
})

test.each(['x', 'é', 'a b', '購入'])(
  'the purchase token “%s”, which is none, is refused with what to do',
  async (token) => {
    const { status, error } = await harness.anonymous.call('marketplace.activate', { body: { token } })
    expect([status, error?.message]).toEqual([
      400,
      'This purchase link is not valid any more. Please open it again from the marketplace.',
    ])
  },
)

test('suspending shuts users out and leaves Admins reading, reinstating brings both back, leaving ends it', async () => {
  const { subscription } = await buy('northgate.example')
  const priya = await harness.signIn('priya@northgate.example')
  const luis = { userId: '4fa16052-5e8b-4b40-8e97-9051b2d34e22', role: 'User', name: 'Luis Ortega' }
  await priya.get('settings.addUser', { body: luis })
  const user = await harness.signIn('luis@northgate.example')
  const rename = () => priya.call('settings.updateTenant', { body: { name: 'Northgate' } })

  for (const [action, userStatus, renameStatus] of [
    ['Suspend', 401, 403],
    ['Reinstate', 200, 200],
    ['Renew', 200, 200],
    ['Unsubscribe', 401, 403],
  ] as const) {
    const told = await operate(subscription.id, action)
    expect([told.answer.status, recordOf(told)]).toEqual([200, expect.objectContaining({ action, outcome: 'applied' })])
    // Other processes know it within a second; so may this one.
    await until(async () => (await statusOf(user)) === userStatus)
    await until(async () => (await rename()).status === renameStatus)
    expect([action, await statusOf(priya)]).toEqual([action, 200])
  }

  const log = await priya.get('settings.audit')
  const deeds = log.filter(({ by }) => by === null).map(({ kind }) => kind)
  expect(deeds.toReversed()).toEqual(BY_MARKETPLACE)
})

test('what is told twice, and what the marketplace does for who never signed in, is in no log', async () => {
  const { subscription } = await buy('westhaven.example')
  expect(recordOf(await operate(subscription.id, 'Suspend')).outcome).toBe('applied')
  const { subscription: other } = await buy('lakeside.example')
  const dana = await harness.signIn('dana@lakeside.example')
  const entries = async () => (await dana.get('settings.audit', { query: { kind: 'subscriptionSuspended' } })).length
  const before = await entries()
  const { operation } = await operate(other.id, 'Suspend')
  await post(`/sandbox/marketplace/subscriptions/${other.id}/operations/${operation.id}/again`, {})
  expect(await entries()).toBe(before + 1)
  await operate(other.id, 'Reinstate')
})

test.each(['Suspend', 'Reinstate', 'Unsubscribe'])('%s is applied with only the documented fields', async (action) => {
  const { subscription } = await buy('northgate.example')
  if (action === 'Reinstate') await operate(subscription.id, 'Suspend')
  const told = await operate(subscription.id, action, { short: true })
  expect([told.answer.status, recordOf(told)]).toEqual([200, expect.objectContaining({ action, outcome: 'applied' })])
})

test('an operation without an id that the marketplace does not confirm has to be told again', async () => {
  const { subscription } = await buy('lakeside.example')
  const body = { subscriptionId: subscription.id, operationType: 'Suspend' }
  expect((await webhook(body, await realToken())).status).toBe(503)
})

test('an operation is applied once, however often it is told, and the answer is a file', async () => {
  const { subscription } = await buy('northgate.example')
  const first = await operate(subscription.id, 'Suspend')
  await operate(subscription.id, 'Reinstate')
  const path = `/sandbox/marketplace/subscriptions/${subscription.id}/operations/${first.operation.id}/again`
  expect((await post<Told>(path, {})).answer).toEqual(first.answer)
  const priya = await harness.signIn('priya@northgate.example')
  const renamed = await priya.call('settings.updateTenant', { body: { name: 'Northgate' } })
  expect(renamed.status).toBe(200)
})

test('a change of plan is taken over and acknowledged', async () => {
  const { subscription } = await buy('lakeside.example')
  const { operation } = await operate(subscription.id, 'ChangePlan', { planId: 'clinic' })
  const again = await post<Told>(
    `/sandbox/marketplace/subscriptions/${subscription.id}/operations/${operation.id}/again`,
    {},
  )
  expect(again.operation.status).toBe('Succeeded')
})

async function webhook(body: unknown, token: string | null, query = '') {
  const answer = await fetch(`${harness.url}/api/v1/webhooks/saas${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, disposition: answer.headers.get('content-disposition'), text: await answer.text() }
}

/** The marketplace's own token, taken out of what it forwards. */
async function realToken(): Promise<string> {
  const { subscription } = await buy('lakeside.example')
  const before = forwarded.length
  await operate(subscription.id, 'Renew', { forwardTo: `https://${SECOND}/api/v1/webhooks/saas` })
  await until(async () => forwarded.length > before)
  return forwarded.at(-1)?.authorization?.slice('Bearer '.length) ?? ''
}

test('without a token of the marketplace nothing is taken', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const forged = await new SignJWT({ tid: PUBLISHER.tenantId, azp: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(`https://login.microsoftonline.com/${PUBLISHER.tenantId}/v2.0`)
    .setAudience(PUBLISHER.clientId)
    .setExpirationTime('1h')
    .sign(privateKey)
  const payload = { id: randomUUID(), subscriptionId: randomUUID(), action: 'Suspend' }
  for (const token of [null, 'x', forged]) expect((await webhook(payload, token)).status).toBe(401)
})

test('what the marketplace does not confirm, or is unknown, changes nothing and is answered all the same', async () => {
  const token = await realToken()
  const payload = { id: randomUUID(), subscriptionId: randomUUID(), action: 'Suspend', quantity: '20', more: { a: 1 } }
  const answer = await webhook(payload, token)
  expect([answer.status, answer.disposition]).toEqual([200, `attachment; filename="operation-${payload.id}.json"`])
  expect(JSON.parse(answer.text)).toMatchObject({ id: payload.id, outcome: 'ignored' })
  for (const body of [{}, [], null, 'x', { ...payload, id: 'x' }, { ...payload, action: 7 }]) {
    expect((await webhook(body, token)).status).toBe(400)
  }
})

/** An operation that Microsoft knows and we do not: while it was told, the marketplace could not be asked. */
async function missedOperation(subscriptionId: string, action: string) {
  isAway = true
  const { operation, answer } = await operate(subscriptionId, action)
  isAway = false
  expect(answer.status).toBe(503)
  return operation
}

test('a confirmed operation id does not count under another action', async () => {
  const { subscription } = await buy('lakeside.example')
  const token = await realToken()
  const operation = await missedOperation(subscription.id, 'Renew')
  const dana = await harness.signIn('dana@lakeside.example')
  for (const action of ['Suspend', 'Unsubscribe']) {
    const { status, text } = await webhook({ ...operation, action }, token)
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ outcome: 'ignored' })])
  }
  expect((await dana.call('settings.updateTenant', { body: { name: 'Lakeside Clinic' } })).status).toBe(200)
})

test('an outdated Suspend that arrives after Reinstate suspends nobody', async () => {
  const { subscription } = await buy('northgate.example')
  const token = await realToken()
  const suspend = await missedOperation(subscription.id, 'Suspend')
  const reinstate = await operate(subscription.id, 'Reinstate')
  expect(recordOf(reinstate)).toMatchObject({ outcome: 'applied' })
  const priya = await harness.signIn('priya@northgate.example')
  const timeStamp = new Date(Date.parse(reinstate.operation.timeStamp) - 1).toISOString()
  const { status, text } = await webhook({ ...suspend, timeStamp }, token)
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ outcome: 'outdated' })])
  expect((await priya.call('settings.updateTenant', { body: { name: 'Northgate' } })).status).toBe(200)
})

test('when the marketplace cannot be asked it has to tell again', async () => {
  const { subscription } = await buy('lakeside.example')
  const { id } = await missedOperation(subscription.id, 'Suspend')
  const path = `/sandbox/marketplace/subscriptions/${subscription.id}/operations/${id}/again`
  expect(recordOf(await post<Told>(path, {})).outcome).toBe('applied')
})

test('an event is forwarded to an allowed host, without its url, until it is taken', async () => {
  const { subscription } = await buy('lakeside.example')
  failures = 1
  const before = forwarded.length
  const { operation, answer } = await operate(subscription.id, 'Renew', {
    forwardTo: `https://${SECOND}/api/v1/webhooks/saas?url=https://elsewhere.example&keep=1`,
  })
  expect(answer.status).toBe(200)
  await until(async () => forwarded.length > before)
  expect(forwarded.at(-1)).toMatchObject({
    url: `https://${SECOND}/api/v1/webhooks/saas?keep=1`,
    authorization: expect.stringMatching(/^Bearer /) as string,
    body: { id: operation.id, action: 'Renew' },
  })
})

test.each([
  `http://${SECOND}/`,
  'https://elsewhere.example/',
  `https://${SECOND}.evil.example/`,
  `https://user:pass@${SECOND}/`,
  `https://evil.example@127.0.0.1/`,
  `https://${SECOND}:8443/`,
  'https://127.0.0.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'x',
])('nothing is forwarded to %s', async (forwardTo) => {
  const { subscription } = await buy('lakeside.example')
  const before = forwarded.length
  const { answer } = await operate(subscription.id, 'Renew', { forwardTo })
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('allowed host')])
  expect(forwarded).toHaveLength(before)
})
