import { randomUUID } from 'node:crypto'
import { PUBLISHER } from '@partyline/sandbox'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/until.ts'
import { openShop, recordOf } from './tests/shop.ts'
import type { Shop } from './tests/shop.ts'

const PRIYA = 'priya@northgate.example'

let shop: Shop
/** A token of the marketplace. */
let token: string
beforeAll(async () => {
  shop = await openShop()
  token = await shop.realToken()
  await shop.buy('northgate.example')
  await shop.harness.signIn(PRIYA)
  await shop.reset()
})
afterAll(() => shop.harness.close())
afterEach(() => shop.reset())

const ignored = [200, expect.objectContaining({ outcome: 'ignored' })]
const applied = [200, expect.objectContaining({ outcome: 'applied' })]
/** The webhook’s response to this body. */
async function answerTo(body: unknown) {
  const { status, json } = await shop.webhook(body, token)
  return [status, json]
}

test('a request without a valid token of the marketplace is refused', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const forged = await new SignJWT({ tid: PUBLISHER.tenantId, azp: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(`https://login.microsoftonline.com/${PUBLISHER.tenantId}/v2.0`)
    .setAudience(PUBLISHER.clientId)
    .setExpirationTime('1h')
    .sign(privateKey)
  const payload = { id: randomUUID(), subscriptionId: randomUUID(), action: 'Suspend' }
  for (const wrong of [null, 'x', forged]) expect((await shop.webhook(payload, wrong)).status).toBe(401)
})

test('an unconfirmed operation is ignored, and answered with a file', async () => {
  const payload = { id: randomUUID(), subscriptionId: randomUUID(), action: 'Suspend', quantity: '20', more: { a: 1 } }
  const { status, disposition, json } = await shop.webhook(payload, token)
  expect([status, json]).toEqual(ignored)
  expect([json['id'], disposition]).toEqual([payload.id, `attachment; filename="operation-${payload.id}.json"`])
})

test.each([
  ['subscriptionId', {}],
  ['body', []],
  ['body', null],
  ['body', 'x'],
  ['id', { id: 'x', subscriptionId: randomUUID(), action: 'Suspend' }],
  ['action', { id: randomUUID(), subscriptionId: randomUUID(), action: 7 }],
  ['action', { id: randomUUID(), subscriptionId: randomUUID() }],
])('an event with an invalid %s is refused with the name of the field: %j', async (field, body) => {
  const { status, json } = await shop.webhook(body, token)
  expect([status, Object.keys(json['errors'] ?? {})]).toEqual([400, [field]])
})

test.each([
  ['Suspend', 'Suspended'],
  ['Reinstate', 'Subscribed'],
  ['Unsubscribe', 'Unsubscribed'],
])('%s is applied with only the documented fields', async (action, status) => {
  const { subscription } = await shop.buy('northgate.example')
  if (action === 'Reinstate') await shop.operate(subscription.id, 'Suspend')
  const told = await shop.operate(subscription.id, action, { short: true })
  expect([told.answer.status, recordOf(told)]).toEqual(applied)
  expect(await shop.statusAtMicrosoft(subscription.id)).toBe(status)
})

test.each([
  ['an object, as documented', (operations: unknown) => ({ operations })],
  ['a list, as Microsoft’s emulator answers', (operations: unknown) => operations],
])('pending operations are accepted as %s', async (_, shape) => {
  const { subscription } = await shop.buy('northgate.example')
  await shop.operate(subscription.id, 'Suspend')
  shop.microsoft.meddle = async (request, pass) => {
    if (!new URL(request.url).pathname.endsWith('/operations')) return pass()
    const { operations } = (await (await pass()).json()) as { operations: unknown }
    return Response.json(shape(operations))
  }
  expect(recordOf(await shop.operate(subscription.id, 'Reinstate', { short: true })).outcome).toBe('applied')
})

test('a Reinstate without an ID that is not pending has to be retried', async () => {
  const { subscription } = await shop.buy('northgate.example')
  await shop.operate(subscription.id, 'Suspend')
  await shop.missed(subscription.id, 'ChangePlan')
  const body = { subscriptionId: subscription.id, operationType: 'Reinstate' }
  expect((await shop.webhook(body, token)).status).toBe(503)
})

test('a failed operation is ignored', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const change = { planId: 'clinic', forwardTo: 'https://elsewhere.example/' }
  const refused = await shop.operate(subscription.id, 'ChangePlan', change)
  expect([refused.answer.status, refused.operation.status]).toEqual([400, 'Failed'])
  const again = await shop.tellAgain(refused)
  expect([again.answer.status, recordOf(again)]).toEqual(ignored)
})

test('an unconfirmed operation without an ID has to be retried', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const body = { subscriptionId: subscription.id, operationType: 'Suspend' }
  expect((await shop.webhook(body, token)).status).toBe(503)
})

test('a repeated operation is applied once, with the same response', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const first = await shop.operate(subscription.id, 'Suspend')
  await shop.operate(subscription.id, 'Reinstate')
  expect((await shop.tellAgain(first)).answer).toEqual(first.answer)
  expect(await shop.isSuspended(PRIYA)).toBe(false)
})

test('of two concurrent requests for an operation one is applied, and the other has to be retried', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const told = await shop.missed(subscription.id, 'Suspend')
  const bothAsk = Promise.withResolvers<void>()
  let asking = 0
  shop.microsoft.meddle = async (_, pass) => {
    asking += 1
    if (asking === 2) bothAsk.resolve()
    await bothAsk.promise
    return pass()
  }
  const answers = await Promise.all([shop.tellAgain(told), shop.tellAgain(told)])
  expect(answers.map(({ answer }) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 503])
  expect(recordOf(await shop.tellAgain(told)).outcome).toBe('applied')
})

test('a confirmed operation ID is not accepted with another action', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const { operation } = await shop.missed(subscription.id, 'Renew')
  expect(await answerTo({ ...operation, action: 'Suspend' })).toEqual(ignored)
  expect(await answerTo({ ...operation, action: 'Unsubscribe' })).toEqual(ignored)
  expect(await shop.isSuspended(PRIYA)).toBe(false)
})

test('an unknown operation ID is accepted only for an ended subscription', async () => {
  const { subscription } = await shop.buy('northgate.example')
  const unknown = (action: string) => ({ id: randomUUID(), subscriptionId: subscription.id, action })
  expect(await answerTo(unknown('Unsubscribe'))).toEqual(ignored)
  await shop.missed(subscription.id, 'Suspend')
  expect(await answerTo(unknown('Suspend'))).toEqual(ignored)
  expect(await shop.isSuspended(PRIYA)).toBe(false)
  await shop.missed(subscription.id, 'Unsubscribe')
  expect(await answerTo(unknown('Unsubscribe'))).toEqual(applied)
  expect(await shop.isSuspended(PRIYA)).toBe(true)
})

test('a subscription that the marketplace no longer knows has ended', async () => {
  const { subscription } = await shop.buy('northgate.example')
  shop.microsoft.meddle = async () => new Response('', { status: 404 })
  const unknown = { id: randomUUID(), subscriptionId: subscription.id }
  expect(await answerTo({ ...unknown, action: 'Suspend' })).toEqual(ignored)
  expect(await answerTo({ ...unknown, id: randomUUID(), action: 'Unsubscribe' })).toEqual(applied)
})

test.each(['Transfer', 'constructor'])('the unknown action %s is ignored', async (action) => {
  const { subscription } = await shop.buy('northgate.example')
  const { operation } = await shop.missed(subscription.id, 'Renew')
  shop.microsoft.meddle = async (_, pass) => Response.json({ ...((await (await pass()).json()) as object), action })
  expect(await answerTo({ ...operation, action })).toEqual(ignored)
})

test('an event of a subscription with an unknown buyer is ignored', async () => {
  const { subscription } = await shop.sell('westhaven.example')
  const told = await shop.operate(subscription.id, 'Suspend', { short: true })
  expect([told.answer.status, recordOf(told)]).toEqual(ignored)
})

test('an event identifies the buyer of a subscription that was never activated here', async () => {
  const { subscription } = await shop.sell('northgate.example')
  expect(await shop.isSuspended(PRIYA)).toBe(true)
  expect(recordOf(await shop.operate(subscription.id, 'Subscribe')).outcome).toBe('applied')
  expect(await shop.isSuspended(PRIYA)).toBe(false)
})

test.each([
  [-1, 'outdated', false],
  [0, 'applied', true],
])('a Suspend %i ms after the Reinstate is %s', async (ms, outcome, suspended) => {
  const { subscription } = await shop.buy('northgate.example')
  const suspend = await shop.missed(subscription.id, 'Suspend')
  const reinstate = await shop.operate(subscription.id, 'Reinstate')
  expect(recordOf(reinstate).outcome).toBe('applied')
  const timeStamp = new Date(Date.parse(reinstate.operation.timeStamp) + ms).toISOString()
  expect(await answerTo({ ...suspend.operation, timeStamp })).toEqual([200, expect.objectContaining({ outcome })])
  expect(await shop.isSuspended(PRIYA)).toBe(suspended)
})

test('only a change of plan is acknowledged', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const acknowledged: string[] = []
  shop.microsoft.meddle = async (request, pass) => {
    if (request.method === 'PATCH') acknowledged.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return pass()
  }
  const missed = await shop.operate(subscription.id, 'Suspend')
  await shop.operate(subscription.id, 'Reinstate')
  const change = await shop.operate(subscription.id, 'ChangePlan', { planId: 'clinic' })
  await until(async () => (await shop.tellAgain(change)).operation.status === 'Succeeded')
  expect(new Set(acknowledged)).toEqual(new Set([change.operation.id]))
  expect(recordOf(missed).outcome).toBe('applied')
})

test('the webhook answers before a change of plan is acknowledged', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  shop.microsoft.meddle = async (request, pass) => {
    if (request.method === 'PATCH') await released
    return pass()
  }
  const change = await shop.operate(subscription.id, 'ChangePlan', { planId: 'clinic' })
  expect([recordOf(change).outcome, change.operation.status]).toEqual(['applied', 'InProgress'])
  release()
  await until(async () => (await shop.tellAgain(change)).operation.status === 'Succeeded')
})

test('an outdated change of plan is not acknowledged', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const change = await shop.missed(subscription.id, 'ChangePlan')
  await shop.operate(subscription.id, 'Renew')
  expect(await answerTo({ ...change.operation, timeStamp: '2020-01-01T00:00:00Z' })).toEqual([
    200,
    expect.objectContaining({ outcome: 'outdated' }),
  ])
  expect((await shop.tellAgain(change)).operation.status).toBe('InProgress')
})

test('a change of quantity is applied even if the acknowledgment fails', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  shop.microsoft.meddle = async (request, pass) =>
    request.method === 'PATCH' ? new Response('', { status: 500 }) : pass()
  const told = await shop.operate(subscription.id, 'ChangeQuantity', { quantity: 9 })
  expect([told.answer.status, recordOf(told)]).toEqual(applied)
})

test('an operation is answered with 503 if the marketplace is unavailable, and applied on retry', async () => {
  const { subscription } = await shop.buy('lakeside.example')
  const told = await shop.missed(subscription.id, 'Suspend')
  expect(recordOf(await shop.tellAgain(told)).outcome).toBe('applied')
})
