import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/until.ts'
import { openShop, SECOND } from './tests/shop.ts'
import type { Shop } from './tests/shop.ts'

const PATH = '/api/v1/webhooks/saas'

let shop: Shop
let subscriptionId: string
beforeAll(async () => {
  shop = await openShop()
  subscriptionId = (await shop.buy('lakeside.example')).subscription.id
})
afterAll(() => shop.harness.close())
afterEach(() => {
  shop.microsoft.meddle = null
})

test('an event is forwarded to an allowed host without its url parameter, and retried after a failure', async () => {
  shop.second.failures = 1
  const { operation, answer } = await shop.operate(subscriptionId, 'Renew', {
    forwardTo: `https://${SECOND}${PATH}?url=https://elsewhere.example&keep=1`,
  })
  expect(answer.status).toBe(200)
  await until(async () => shop.second.forwarded.length > 0)
  expect(shop.second.forwarded).toEqual([
    {
      url: `https://${SECOND}${PATH}?keep=1`,
      authorization: expect.stringMatching(/^Bearer /) as string,
      body: expect.objectContaining({ id: operation.id, action: 'Renew' }),
    },
  ])
})

test.each([
  `http://${SECOND}/`,
  'https://elsewhere.example/',
  `https://${SECOND}.evil.example/`,
  `https://user:pass@${SECOND}/`,
  `https://user@${SECOND}/`,
  `https://:pass@${SECOND}/`,
  `https://evil.example@127.0.0.1/`,
  `https://${SECOND}:8443/`,
  'https://127.0.0.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'x',
])('an event is not forwarded to %s', async (forwardTo) => {
  const before = shop.second.forwarded.length
  const { answer } = await shop.operate(subscriptionId, 'Renew', { forwardTo })
  expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('allowed host')])
  expect(shop.second.forwarded).toHaveLength(before)
})

test('an event with two forwarding URLs is refused', async () => {
  const { operation } = await shop.missed(subscriptionId, 'Renew')
  const token = await shop.realToken()
  const url = `https://${SECOND}${PATH}`
  const { status, json } = await shop.webhook(operation, token, `?url=${url}&url=${url}`)
  expect([status, json['errors']]).toEqual([400, { url: [expect.stringContaining('allowed host')] }])
})
