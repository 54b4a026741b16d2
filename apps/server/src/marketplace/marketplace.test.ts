import { BY_MARKETPLACE } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startHarness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { until } from '../../tests/until.ts'
import { openDatabase } from '../platform/index.ts'
import { openShop, recordOf } from './tests/shop.ts'
import type { Shop } from './tests/shop.ts'

const BAD_LINK = 'This purchase link is not valid any more. Please open it again from the marketplace.'

const LUIS = { userId: '4fa16052-5e8b-4b40-8e97-9051b2d34e22', role: 'User', name: 'Luis Ortega' } as const

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.harness.close())
afterEach(() => shop.reset())

test('an organization can sign in only after its purchase was activated', async () => {
  await expect(shop.harness.signIn('dana@lakeside.example')).rejects.toThrow('error=AccessDenied')
  const { activated, token } = await shop.buy('lakeside.example')
  expect(activated.data).toEqual({ name: 'Lakeside Clinic – Partyline', planId: 'team', state: 'active' })
  await expect(shop.harness.signIn('dana@lakeside.example')).resolves.toHaveProperty('accessToken')
  // Activating again changes nothing.
  expect((await shop.activate(token)).status).toBe(200)
})

test('resolving a purchase does not activate it, activating does', async () => {
  const { subscription, token } = await shop.sell('westhaven.example')
  expect(await shop.resolve(token)).toMatchObject({ planId: 'team', state: 'pending' })
  expect(await shop.statusAtMicrosoft(subscription.id)).toBe('PendingFulfillmentStart')
  await shop.activate(token)
  expect(await shop.resolve(token)).toMatchObject({ state: 'active' })
  expect(await shop.statusAtMicrosoft(subscription.id)).toBe('Subscribed')
})

test.each([[7], [null]])(
  'activating a purchase of %j seats passes the quantity to the marketplace',
  async (quantity) => {
    const { token } = await shop.sell('westhaven.example', quantity === null ? {} : { quantity })
    const activations: unknown[] = []
    shop.microsoft.meddle = async (request, pass) => {
      if (request.url.includes('/activate')) activations.push(await request.clone().json())
      return pass()
    }
    await shop.activate(token)
    expect(activations).toEqual([{ planId: 'team', ...(quantity !== null && { quantity }) }])
  },
)

/** Runs a statement while the app is down. */
async function changeDatabase(statement: string) {
  const { DATABASE_URL, DATA_DIR = '' } = shop.harness.settings
  await shop.harness.restart(async () => {
    const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
    await database.pool.query(statement)
    await database.close()
  })
}

test('an activation that could not be stored is completed by the next attempt', async () => {
  const { subscription, token } = await shop.sell('westhaven.example')
  await changeDatabase('alter table saas_subscriptions add constraint full_up check (false) not valid')
  expect((await shop.activate(token)).status).toBe(500)
  expect(await shop.statusAtMicrosoft(subscription.id)).toBe('Subscribed')
  await changeDatabase('alter table saas_subscriptions drop constraint full_up')
  expect(await shop.resolve(token)).toMatchObject({ state: 'pending' })
  expect((await shop.activate(token)).data).toMatchObject({ state: 'active' })
})

test.each([
  ['Suspend', 'suspended', 'Microsoft has suspended this subscription. Check its payment in the marketplace.'],
  ['Unsubscribe', 'ended', 'This subscription has ended. To use Partyline again, buy it again in the marketplace.'],
] as const)('after %s the purchase link shows that the subscription is %s', async (action, state, message) => {
  const { subscription, token } = await shop.buy('westhaven.example')
  await shop.operate(subscription.id, action)
  expect(await shop.resolve(token)).toMatchObject({ state })
  const { status, error } = await shop.activate(token)
  expect([status, error?.message]).toEqual([409, message])
})

test.each(['x', 'é', 'a b', '購入'])('the invalid purchase token “%s” is refused with instructions', async (token) => {
  const { status, error } = await shop.activate(token)
  expect([status, error?.message]).toEqual([400, BAD_LINK])
})

test('a purchase without an organization is refused', async () => {
  const { token } = await shop.sell('westhaven.example')
  shop.microsoft.meddle = async (_, pass) => {
    const answer = (await (await pass()).json()) as { subscription: object }
    return Response.json({ ...answer, subscription: { ...answer.subscription, beneficiary: null, purchaser: {} } })
  }
  const { status, error } = await shop.activate(token)
  expect([status, error?.message]).toEqual([400, BAD_LINK])
})

test.each(['marketplace.resolve', 'marketplace.activate'] as const)(
  '%s answers 502 if the marketplace is unavailable',
  async (call) => {
    const { token } = await shop.sell('westhaven.example')
    shop.microsoft.meddle = async () => new Response('', { status: 500 })
    const { status, error } = await shop.harness.anonymous.call(call, { body: { token } })
    expect([status, error?.error]).toEqual([502, 'directory-failed'])
  },
)

test('without a marketplace configuration, purchases and events are refused', async () => {
  const unsold = await startHarness()
  const { status, error } = await unsold.anonymous.call('marketplace.resolve', { body: { token: 'x' } })
  expect([status, error?.message]).toEqual([400, 'Partyline is not sold in the marketplace here.'])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await shop.realToken()}` }
  const body = JSON.stringify({ subscriptionId: crypto.randomUUID(), action: 'Suspend' })
  const answer = await fetch(`${unsold.url}/api/v1/webhooks/saas`, { method: 'POST', headers, body })
  expect(answer.status).toBe(401)
  await unsold.close()
})

test('an event that arrives before the activation’s response is applied', async () => {
  const { subscription, token } = await shop.sell('northgate.example')
  shop.microsoft.meddle = async (request, pass) => {
    const answer = await pass()
    if (request.url.includes('/activate')) {
      shop.microsoft.meddle = null
      await shop.operate(subscription.id, 'Suspend')
    }
    return answer
  }
  await shop.activate(token)
  await expect(shop.harness.signIn('priya@northgate.example')).rejects.toThrow('error=AccessDenied')
})

test('Suspend locks Users out and makes Admins read-only, Reinstate reverts it, and Unsubscribe does the same as Suspend', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const priya = await shop.harness.signIn('priya@northgate.example')
  await priya.get('settings.addUser', { body: LUIS })
  const user = await shop.harness.signIn('luis@northgate.example')
  const statusOf = async (client: typeof user) => (await client.call('users.me')).status
  const rename = () => priya.call('settings.updateTenant', { body: { name: 'Northgate' } })

  for (const [action, userStatus, renameStatus] of [
    ['Suspend', 401, 403],
    ['Reinstate', 200, 200],
    ['Renew', 200, 200],
    ['Unsubscribe', 401, 403],
  ] as const) {
    const told = await shop.operate(subscription.id, action)
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

test('Suspend closes the connections of Users, and Renew and Reinstate do not', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const luis = await shop.harness.signIn('luis@northgate.example')
  const listener = await listen(shop.harness.url, luis)
  for (const action of ['Renew', 'Reinstate']) await shop.operate(subscription.id, action)
  expect((await luis.call('users.me')).status).toBe(200)
  expect(listener.connection.state).toBe('Connected')
  await shop.operate(subscription.id, 'Suspend')
  await listener.closed
})

test('a suspension closes connections at once, without waiting for the next check of sessions', async () => {
  const timeless = await openShop({ clock: { now: () => new Date(), after: () => () => {} } })
  onTestFinished(() => timeless.harness.close())
  const { subscription } = await timeless.buy('northgate.example')
  const priya = await timeless.harness.signIn('priya@northgate.example')
  await priya.get('settings.addUser', { body: LUIS })
  const listener = await listen(timeless.harness.url, await timeless.harness.signIn('luis@northgate.example'))
  await timeless.operate(subscription.id, 'Suspend')
  await listener.closed
  expect(listener.connection.state).toBe('Disconnected')
})

test('an organization is suspended only if none of its own subscriptions is active', async () => {
  const first = await shop.buy('northgate.example')
  const second = await shop.buy('northgate.example')
  await shop.buy('lakeside.example')
  await shop.operate(first.subscription.id, 'Suspend')
  expect(await shop.isSuspended('priya@northgate.example')).toBe(false)
  await shop.operate(second.subscription.id, 'Unsubscribe')
  expect(await shop.isSuspended('priya@northgate.example')).toBe(true)
  await shop.operate(first.subscription.id, 'Reinstate')
  expect(await shop.isSuspended('priya@northgate.example')).toBe(false)
})

test('repeated events, and events that change nothing, are recorded once in the audit log', async () => {
  const { subscription } = await shop.buy('westhaven.example')
  expect(recordOf(await shop.operate(subscription.id, 'Suspend')).outcome).toBe('applied')
  const { subscription: other } = await shop.buy('lakeside.example')
  const dana = await shop.harness.signIn('dana@lakeside.example')
  const entries = async () => (await dana.get('settings.audit', { query: { kind: 'subscriptionSuspended' } })).length
  const before = await entries()
  const told = await shop.operate(other.id, 'Suspend')
  await shop.tellAgain(told)
  // Another operation that changes nothing.
  await shop.operate(other.id, 'Suspend')
  expect(await entries()).toBe(before + 1)
})
