import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { createPushGateway } from './push-gateway.ts'

const HOST = 'push.example.com'
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const config = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:admin@example.com',
  PUSH_HOSTS: [HOST, '*.notify.example.com'],
}
const subscription = {
  endpoint: `https://${HOST}/1`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const sending = { payload: { kind: 'test' as const }, topic: null, urgency: 'high' as const }

type Answer = () => Response | Promise<Response>

function gateway({ answer = () => new Response(null, { status: 201 }), addresses = ['93.184.216.34'] } = {}) {
  const requests: Request[] = []
  const push = createPushGateway({
    config,
    outside: {
      browserUrl: (url) => url,
      addressesOf: async () => addresses,
      async fetch(input, init) {
        requests.push(new Request(input, init))
        return (answer as Answer)()
      },
    },
  })
  if (!push) throw new Error('The gateway has its keys.')
  return { push, requests }
}

test('without one of its settings, there is no push', () => {
  const outside = { browserUrl: (url: string) => url, fetch: globalThis.fetch }
  for (const missing of ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const) {
    expect(createPushGateway({ config: { ...config, [missing]: undefined }, outside })).toBeNull()
  }
})

test('a push is encrypted, signed, and follows no redirect', async () => {
  const { push, requests } = gateway()
  expect(await push.send(subscription, { ...sending, topic: 'chat' })).toEqual({ state: 'accepted' })
  const [request] = requests
  expect(request?.redirect).toBe('error')
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    'content-encoding': 'aes128gcm',
    topic: 'chat',
    ttl: '43200',
    urgency: 'high',
  })
  expect(request?.headers.get('authorization')).toMatch(/^vapid t=.+, k=/)
  expect(await request?.text()).not.toContain('test')
})

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['172.31.0.1'],
  ['192.168.0.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['fe80::1'],
  ['fc00::1'],
  ['2002:7f00:1::'],
  ['2001:0:7f00:1::'],
  ['64:ff9b::7f00:1'],
])('a push service at %s is not asked', async (address) => {
  const { push, requests } = gateway({ addresses: ['93.184.216.34', address] })
  expect((await push.send(subscription, sending)).state).toBe('refused')
  expect(requests).toEqual([])
})

test.each([['93.184.216.34'], ['172.32.0.1'], ['2606:2800:220:1::1']])('one at %s is', async (address) => {
  expect((await gateway({ addresses: [address] }).push.send(subscription, sending)).state).toBe('accepted')
})

test('a host that is no longer allowed is not asked', async () => {
  const { push, requests } = gateway()
  const elsewhere = { ...subscription, endpoint: 'https://former.example.com/1' }
  expect((await push.send(elsewhere, sending)).state).toBe('refused')
  expect(requests).toEqual([])
})

test.each([
  [`https://${HOST}/1`, true],
  ['https://par02p.notify.example.com/w/?token=1', true],
  ['https://notify.example.com/1', false],
  ['https://evilnotify.example.com/1', false],
  [`https://${HOST}./1`, false],
  [`https://${HOST}:444/1`, false],
  [`https://me@${HOST}/1`, false],
  [`http://${HOST}/1`, false],
  ['https://[::1]/1', false],
  ['nonsense', false],
])('%s: allowed %s', (endpoint, isAllowed) => {
  expect(gateway().push.isAllowed(endpoint)).toBe(isAllowed)
})

const failed = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))

test.each<[string, Answer, object]>([
  ['201', () => new Response(null, { status: 201 }), { state: 'accepted' }],
  ['404', () => new Response(null, { status: 404 }), { state: 'gone' }],
  ['410', () => new Response(null, { status: 410 }), { state: 'gone' }],
  ['400', () => new Response(null, { status: 400 }), { state: 'refused' }],
  ['413', () => new Response(null, { status: 413 }), { state: 'refused' }],
  ['500', () => new Response(null, { status: 500 }), { state: 'unknown' }],
  ['503', () => new Response(null, { status: 503 }), { state: 'busy', retryAfterMs: null }],
  [
    '429',
    () => new Response(null, { status: 429, headers: { 'retry-after': '7' } }),
    { state: 'busy', retryAfterMs: 7_000 },
  ],
  ['no connection', failed('ECONNREFUSED'), { state: 'busy', retryAfterMs: null }],
  ['a cut connection', failed('ECONNRESET'), { state: 'unknown' }],
])('%s', async (_, answer, outcome) => {
  expect(await gateway({ answer: answer as () => Response }).push.send(subscription, sending)).toMatchObject(outcome)
})
