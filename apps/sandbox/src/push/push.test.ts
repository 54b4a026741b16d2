import type { PushSubscription, Sandbox } from '@partyline/sandbox'
import { createHeldClock, outsideThrough } from '@partyline/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../tests/driver.ts'
import { PUSH_FAULTS } from './devices.ts'
import { createApplicationServer, encrypted } from './tests/application-server.ts'

const server = await createApplicationServer()
const MINUTE_MS = 60_000

type Push = {
  payload?: unknown
  body?: Buffer
  /** Replaces headers; undefined leaves one out. */
  headers?: Record<string, string | undefined>
  signal?: AbortSignal
}

/** Sends as an app does: through the real address. */
async function post({ url }: Sandbox, { endpoint, keys }: PushSubscription, push: Push = {}) {
  const { payload = { kind: 'test' }, body, headers, signal } = push
  const all: Push['headers'] = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: '60',
    authorization: await server.authorization(),
    ...headers,
  }
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return outsideThrough(url).fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: new Uint8Array(body ?? (await encrypted({ keys }, JSON.stringify(payload)))),
    redirect: 'manual',
    ...(signal && { signal }),
  })
}

test('an encrypted and signed push arrives on the device', async () => {
  const sandbox = await startSandbox()
  const { publicKey: applicationServerKey } = server
  const subscription = sandbox.push.subscribe({ applicationServerKey })
  expect(subscription.endpoint).toMatch(/^https:\/\/push\.partyline\.test\/push\/[\w-]{43}$/)
  expect(Buffer.from(subscription.keys.auth, 'base64url')).toHaveLength(16)
  const payload = { kind: 'text', chatId: '1', itemId: '2', count: 3 }
  const answer = await post(sandbox, subscription, { payload, headers: { topic: 'chat-1', urgency: 'high' } })
  expect([answer.status, answer.headers.get('ttl')]).toEqual([201, '60'])
  expect(answer.headers.get('location')).toMatch(/^https:\/\/push\.partyline\.test\/message\/[\w-]{36}$/)
  expect(sandbox.push.messages(subscription.endpoint)).toEqual([
    { payload, ttl: 60, topic: 'chat-1', urgency: 'high', arrivedAt: expect.stringMatching(/Z$/) },
  ])
})

test('a push without topic and urgency, whose content is not JSON, arrives too, with any content type', async () => {
  const sandbox = await startSandbox()
  const subscription = sandbox.push.subscribe()
  const arrived = { payload: 'Hello', topic: null, urgency: 'normal' }
  for (const type of ['application/octet-stream', 'application/json', undefined]) {
    const body = await encrypted(subscription, 'Hello')
    expect((await post(sandbox, subscription, { body, headers: { 'content-type': type } })).status).toBe(201)
  }
  expect(sandbox.push.messages(subscription.endpoint)).toMatchObject([arrived, arrived, arrived])
})

test.each([
  ['no encoding', 400, { 'content-encoding': undefined }],
  ['the older encoding', 400, { 'content-encoding': 'aesgcm' }],
  ['no TTL', 400, { ttl: undefined }],
  ['a TTL that is not a number', 400, { ttl: '1d' }],
  ['an unknown urgency', 400, { urgency: 'urgent' }],
  ['a long topic', 400, { topic: 'a'.repeat(33) }],
  ['a topic with other characters', 400, { topic: 'chat:1' }],
  ['no authorization', 401, { authorization: undefined }],
  ['another scheme', 401, { authorization: (await server.authorization()).replace('vapid', 'WebPush') }],
  ['a broken key', 401, { authorization: `${await server.authorization()}AA` }],
  ['a compressed key', 401, { authorization: (await server.authorization()).replace(/k=B/, 'k=A') }],
  [
    'a key that is not on the curve',
    401,
    { authorization: (await server.authorization()).replace(/k=..../, 'k=BAAA') },
  ],
  ['another audience', 401, { authorization: await server.authorization({ aud: 'https://push.example' }) }],
  ['a token that has expired', 401, { authorization: await server.authorization({ exp: nowSeconds() - 1 }) }],
  ['a token that never expires', 401, { authorization: await server.authorization({ exp: undefined }) }],
  ['a token for two days', 401, { authorization: await server.authorization({ exp: nowSeconds() + 2 * 86_400 }) }],
  ['no contact', 401, { authorization: await server.authorization({ sub: 'ops@texts.example' }) }],
])('a push with %s is refused', async (_what, status, headers) => {
  const sandbox = await startSandbox()
  const subscription = sandbox.push.subscribe()
  expect((await post(sandbox, subscription, { headers })).status).toBe(status)
  expect(sandbox.push.messages(subscription.endpoint)).toEqual([])
})

test('only the server whose key the browser was given can send', async () => {
  const sandbox = await startSandbox()
  const other = await createApplicationServer()
  const subscription = sandbox.push.subscribe({ applicationServerKey: server.publicKey })
  const send = (authorization: string) => post(sandbox, subscription, { headers: { authorization } })
  expect((await send(await other.authorization())).status).toBe(403)
  // Signed by the other server, under our key.
  const token = (await other.authorization()).split(',')[0]
  expect((await send(`${token}, k=${server.publicKey}`)).status).toBe(401)
  expect((await send(await server.authorization())).status).toBe(201)
})

test('tokens expire by the sandbox’s clock', async () => {
  const clock = createHeldClock(Date.now())
  const sandbox = await startSandbox({ clock })
  const subscription = sandbox.push.subscribe()
  expect((await post(sandbox, subscription)).status).toBe(201)
  clock.advance(61 * MINUTE_MS)
  expect((await post(sandbox, subscription)).status).toBe(401)
})

test('a push for another device, a damaged one, a part of one, and an empty one are refused', async () => {
  const sandbox = await startSandbox()
  const [mine, other] = [sandbox.push.subscribe(), sandbox.push.subscribe()]
  const damaged = await encrypted(mine, '{}')
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)
  const unfinished = await encrypted(mine, '{}', [1])
  for (const body of [await encrypted(other, '{}'), damaged, unfinished, Buffer.alloc(0)]) {
    expect((await post(sandbox, mine, { body })).status).toBe(400)
  }
})

test('a push can have 4096 bytes', async () => {
  const sandbox = await startSandbox()
  const subscription = sandbox.push.subscribe()
  // 86 bytes of header, 16 of the tag, the delimiter, and two of padding.
  const largest = 'x'.repeat(4096 - 86 - 16 - 3)
  for (const [text, status] of [
    [largest, 201],
    [`${largest}x`, 413],
  ] as const) {
    expect((await post(sandbox, subscription, { body: await encrypted(subscription, text) })).status).toBe(status)
  }
})

test('while a device is offline, a topic keeps only its newest push, and a push lasts as long as its TTL', async () => {
  const clock = createHeldClock(Date.now())
  const sandbox = await startSandbox({ clock })
  const subscription = sandbox.push.subscribe()
  const send = async (payload: string, headers: Record<string, string> = {}) =>
    expect((await post(sandbox, subscription, { payload, headers: { ttl: '600', ...headers } })).status).toBe(201)
  const arrived = () => sandbox.push.messages(subscription.endpoint).map(({ payload }) => payload)

  await send('before', { topic: 'a' })
  sandbox.push.setFault(subscription.endpoint, { fault: 'offline' })
  await send('first', { topic: 'a' })
  await send('other topic', { topic: 'b' })
  await send('no topic')
  await send('no topic either')
  await send('second', { topic: 'a' })
  await send('now or never', { ttl: '0' })
  await send('for a minute', { ttl: '60' })
  sandbox.push.setFault(subscription.endpoint, { fault: 'offline' })
  expect(arrived()).toEqual(['before'])

  clock.advance(MINUTE_MS)
  sandbox.push.setFault(subscription.endpoint, { fault: null })
  expect(arrived()).toEqual(['before', 'other topic', 'no topic', 'no topic either', 'second'])
  expect(sandbox.push.messages(subscription.endpoint).at(-1)?.arrivedAt).toBe(new Date(clock.now()).toISOString())
  await send('after', { topic: 'a' })
  expect(arrived().at(-1)).toBe('after')
})

test.each([
  ['expire', 410],
  ['forget', 404],
  ['throttle', 429],
  ['failing', 503],
  ['redirect', 307],
] as const)('with the fault %s, a push gets %d, until it is over', async (fault, status) => {
  const sandbox = await startSandbox()
  const [subscription, other] = [sandbox.push.subscribe(), sandbox.push.subscribe()]
  sandbox.push.setFault(subscription.endpoint, { fault, retryAfter: 7 })
  const answer = await post(sandbox, subscription)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toBe(fault === 'throttle' ? '7' : null)
  expect(answer.headers.get('location')).toBe(fault === 'redirect' ? 'https://elsewhere.partyline.test/push' : null)
  expect((await post(sandbox, other)).status).toBe(201)
  sandbox.push.setFault(subscription.endpoint, { fault: null })
  expect((await post(sandbox, subscription)).status).toBe(201)
  expect(sandbox.push.messages(subscription.endpoint)).toHaveLength(1)
})

test('with the fault hang, the service never answers', async () => {
  const sandbox = await startSandbox()
  const subscription = sandbox.push.subscribe()
  sandbox.push.setFault(subscription.endpoint, { fault: 'hang' })
  const given = Promise.withResolvers<string>()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const answer = post(sandbox, subscription, { signal: stop.signal }).then(
    () => 'answered',
    () => 'ended',
  )
  // Another device gets its answer, sent later.
  void post(sandbox, sandbox.push.subscribe()).then(() => given.resolve('other answered'))
  expect(await Promise.race([answer, given.promise])).toBe('other answered')
  await sandbox.close()
  expect(await answer).toBe('ended')
})

test('an unknown subscription is not found', async () => {
  const sandbox = await startSandbox()
  const subscription = { ...sandbox.push.subscribe(), endpoint: 'https://push.partyline.test/push/unknown' }
  expect((await post(sandbox, subscription)).status).toBe(404)
  expect(() => sandbox.push.messages(subscription.endpoint)).toThrow('There is no device')
})

test('pages of the app can subscribe a device, read it, and set its fault', async () => {
  const sandbox = await startSandbox({ appUrl: 'http://localhost:3000/' })
  const call = (path: string, method: string, body?: unknown) =>
    fetch(`${sandbox.url}/sandbox/push/devices${path}`, {
      method,
      headers: { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const asked = await call('', 'OPTIONS')
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
  const answer = await call('', 'POST', { applicationServerKey: server.publicKey })
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  const subscription = (await answer.json()) as PushSubscription
  const token = subscription.endpoint.split('/').at(-1)
  expect((await post(sandbox, subscription)).status).toBe(201)
  expect(await (await call(`/${token}/messages`, 'GET')).json()).toMatchObject([{ payload: { kind: 'test' }, ttl: 60 }])
  expect(await (await call(`/${token}/fault`, 'PUT', { fault: 'expire' })).json()).toEqual({ fault: 'expire' })
  expect((await post(sandbox, subscription)).status).toBe(410)

  expect((await call('', 'POST')).status).toBe(200)
  expect((await call('', 'POST', { applicationServerKey: 'abc' })).status).toBe(400)
  expect((await call(`/${token}/fault`, 'PUT', { fault: 'lost' })).status).toBe(400)
  expect((await call('/unknown/messages', 'GET')).status).toBe(404)
  expect((await call('/unknown/fault', 'PUT', { fault: null })).status).toBe(404)
})

test('faults are listed in the error for an unknown one', async () => {
  const sandbox = await startSandbox()
  const { endpoint } = sandbox.push.subscribe()
  expect(() => sandbox.push.setFault(endpoint, { fault: 'lost' as 'hang' })).toThrow(PUSH_FAULTS.join(', '))
})

function nowSeconds() {
  return Math.floor(Date.now() / 1000)
}
