import { randomUUID } from 'node:crypto'
import { routes, sessionId, tenantId, userId } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { registerCalls } from './calls.ts'
import { readConfig } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { createRateLimits } from './rate-limits.ts'

const LIMIT = 3
const MINUTE_MS = 60_000
const OUTSIDE = '203.0.113.7'
const PROXY = '10.0.0.2'
const names = Object.keys(routes) as CallName[]

beforeEach(() => {
  // The test controls the time.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Answers every call with an empty object. The token is the caller’s name. */
async function serverThatTrusts(TRUSTED_PROXIES: string) {
  const config = readConfig({
    PUBLIC_URL: 'https://texts.example',
    SIGN_UP: 'open',
    ENTRA_CLIENT_ID: randomUUID(),
    ENTRA_CLIENT_SECRET: 'secret',
    AUTH_SECRET: 'a'.repeat(32),
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES,
  })
  const app = await createHttpServer(config, { version: '1' })
  onTestFinished(() => app.close())
  const people = new Map(['Dana', 'Omar'].map((name) => [name, userId.parse(randomUUID())]))
  const office = { tenantId: tenantId.parse(randomUUID()), sessionId: sessionId.parse(randomUUID()) }
  registerCalls(app, {
    handlers: Object.fromEntries(names.map((name) => [name, async () => ({})])),
    authenticate: async ({ headers: { authorization: name = '' } }) => {
      const id = people.get(name)
      return id ? { ...office, userId: id, name, role: 'Admin' } : null
    },
    signatures: { twilio: async () => {}, marketplace: async () => {} },
    rateLimits: createRateLimits(app, { sendsPerMinute: LIMIT, callsPerMinute: LIMIT }),
  })
  const call = async (name: CallName, headers: Record<string, string>, remoteAddress: string) => {
    const url = routes[name].path.replaceAll(/\{\w+\}/g, randomUUID())
    return (await app.inject({ method: routes[name].method, url, headers, remoteAddress })).statusCode
  }
  return {
    app,
    as: (person: string, name: CallName) => call(name, { authorization: person }, OUTSIDE),
    /** An anonymous call from this address with this X-Forwarded-For header. */
    from: (remoteAddress: string, forwardedFor?: string) =>
      call('config', forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }, remoteAddress),
  }
}

/** The number of allowed calls before one is refused. */
async function countAllowed(ask: () => Promise<number>): Promise<number> {
  for (let times = 0; times <= LIMIT; times += 1) if ((await ask()) === 429) return times
  return Number.POSITIVE_INFINITY
}

describe('an address', () => {
  test('that exceeds the limit is refused for a minute, without affecting others', async () => {
    const { from } = await serverThatTrusts('')
    expect(await countAllowed(() => from(OUTSIDE))).toBe(LIMIT)
    expect(await from('203.0.113.8')).toBe(200)
    vi.setSystemTime(Date.now() + MINUTE_MS)
    expect(await from(OUTSIDE)).toBe(200)
  })

  test('is not read from X-Forwarded-For without a trusted proxy', async () => {
    const { from } = await serverThatTrusts('')
    let other = 0
    expect(await countAllowed(() => from(OUTSIDE, `198.51.100.${(other += 1)}`))).toBe(LIMIT)
  })

  test('is not read from X-Forwarded-For of an untrusted proxy', async () => {
    const { from } = await serverThatTrusts(PROXY)
    let other = 0
    expect(await countAllowed(() => from(OUTSIDE, `198.51.100.${(other += 1)}`))).toBe(LIMIT)
  })

  test.each(['10.0.0.2', '10.0.0.0/24', 'loopback, uniquelocal'])(
    'is read from X-Forwarded-For of a proxy trusted by %s',
    async (trusted) => {
      const { from } = await serverThatTrusts(trusted)
      expect(await countAllowed(() => from(PROXY, OUTSIDE))).toBe(LIMIT)
      expect(await from(PROXY, '203.0.113.8')).toBe(200)
    },
  )

  test('is the one that the proxy added, not one that the client sent', async () => {
    const { from } = await serverThatTrusts(PROXY)
    let other = 0
    expect(await countAllowed(() => from(PROXY, `198.51.100.${(other += 1)}, ${OUTSIDE}`))).toBe(LIMIT)
  })

  test('in IPv6 is limited by its /64 network', async () => {
    const { from } = await serverThatTrusts('')
    let other = 0
    expect(await countAllowed(() => from(`2001:db8:0:1::${(other += 1)}`))).toBe(LIMIT)
    expect(await from('2001:db8:0:2::1')).toBe(200)
  })
})

describe('the limit is checked before the body is read for', () => {
  const BODY = '{"term":"x"}'
  /** The body is larger than these calls accept, so that a 413 shows that it was read. */
  const post = (app: FastifyInstance, url: string, authorization: string) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: OUTSIDE,
      headers: { authorization, 'content-type': 'application/json' },
      body: BODY.padEnd(1_000_000),
    })

  test.each([
    ['bad tokens', routes['users.lookup'].path, 401],
    ['unknown paths', '/api/v1/nothing', 404],
    ['anonymous calls', routes['marketplace.activate'].path, 413],
    ['methods that a path does not support', routes['sessions.list'].path, 405],
  ])('%s', async (_, url, status) => {
    const { app } = await serverThatTrusts('')
    await app.ready()
    for (let times = 0; times < LIMIT; times += 1) expect((await post(app, url, 'nobody')).statusCode).toBe(status)
    const refused = await post(app, url, 'nobody')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
  })
})

describe('a user', () => {
  test('has one limit for all calls that send, separate from other users of the tenant', async () => {
    const { as } = await serverThatTrusts('')
    const sends: CallName[] = ['messages.send', 'messages.sendAgain', 'chats.create']
    for (const send of sends) expect(await as('Omar', send)).not.toBe(429)
    expect(await as('Omar', 'messages.sendFailedAgain')).toBe(429)
    expect(await as('Dana', 'messages.send')).not.toBe(429)
  })

  test('has one limit for all other calls, separate from sending', async () => {
    const { as } = await serverThatTrusts('')
    const calls: CallName[] = ['users.me', 'sessions.endAll', 'numbers.twilio']
    for (const name of calls) expect(await as('Omar', name)).not.toBe(429)
    expect(await as('Omar', 'settings.tenant')).toBe(429)
    expect(await as('Omar', 'messages.send')).not.toBe(429)
  })
})

test('pictures have their own limit', async () => {
  const { as } = await serverThatTrusts('')
  expect(await countAllowed(() => as('Omar', 'media.get'))).toBe(LIMIT)
  expect(await as('Omar', 'users.me')).not.toBe(429)
  expect(await countAllowed(() => as('', 'media.getForTwilio'))).toBe(LIMIT)
  expect(await as('', 'config')).toBe(200)
})

test('webhooks and health checks are not limited', async () => {
  const { as } = await serverThatTrusts('')
  for (const name of ['webhooks.twilioMessage', 'health.live'] as const) {
    for (let times = 0; times <= LIMIT; times += 1) expect(await as('', name)).not.toBe(429)
  }
})
