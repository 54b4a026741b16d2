import { randomUUID } from 'node:crypto'
import { routes, sessionId, tenantId, userId } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from './app-error.ts'
import { registerCalls } from './calls.ts'
import type { Caller, Handlers } from './calls.ts'
import { readConfig } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { createRateLimits } from './rate-limits.ts'

const config = readConfig({
  PUBLIC_URL: 'https://texts.example',
  SIGN_UP: 'open',
  ENTRA_CLIENT_ID: randomUUID(),
  ENTRA_CLIENT_SECRET: 'secret',
  AUTH_SECRET: 'a'.repeat(32),
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
  LOG_LEVEL: 'silent',
})
const names = Object.keys(routes) as CallName[]

const PEOPLE: Record<string, Caller['role']> = { Dana: 'Admin', Omar: 'User' }
const ids = {
  tenantId: tenantId.parse(randomUUID()),
  userId: userId.parse(randomUUID()),
  sessionId: sessionId.parse(randomUUID()),
}

const nothingThere = async () => Promise.reject(new AppError('not-found'))
const nobodySigned = async () => Promise.reject(new AppError('forbidden'))

type Options = { callsPerMinute?: number; handlers?: Partial<Handlers> }

/** Responds to every other call with 404. The token is the caller's name. */
async function startServer({ callsPerMinute = 1000, handlers = {} }: Options = {}) {
  const app = await createHttpServer(config, { version: '1' })
  onTestFinished(() => app.close())
  registerCalls(app, {
    handlers: { ...Object.fromEntries(names.map((name) => [name, nothingThere])), ...handlers },
    authenticate: async ({ headers }) => {
      const name = headers.authorization ?? ''
      const role = PEOPLE[name]
      return role ? { ...ids, role, name } : null
    },
    signatures: { twilio: nobodySigned, marketplace: nobodySigned },
    rateLimits: createRateLimits(app, { sendsPerMinute: 1000, callsPerMinute }),
  })
  return app
}

test('an unsigned webhook does not reach its handler', async () => {
  const app = await startServer()
  const { method, path } = routes['webhooks.twilioMessage']
  expect((await app.inject({ method, url: path, headers: { authorization: 'Dana' } })).statusCode).toBe(403)
})

test('a call beyond the rate limit answers 429 with Retry-After', async () => {
  const app = await startServer({ callsPerMinute: 1 })
  const call = () =>
    app.inject({ method: 'DELETE', url: routes['sessions.endAll'].path, headers: { authorization: 'Omar' } })
  await call()
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ error: 'too-many-requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a client that has the current answer to a read gets 304 without a body', async () => {
  const answers = [false, false, true]
  const app = await startServer({
    handlers: {
      'settings.twilioAccount': async () => ({ succeeded: answers.shift() ?? true, details: null, link: null }),
    },
  })
  const { method, path: url } = routes['settings.twilioAccount']
  const read = (headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers: { authorization: 'Dana', ...headers } })
  const { headers, statusCode } = await read()
  expect(statusCode).toBe(200)
  const known = { 'if-none-match': String(headers.etag) }
  const unchanged = await read(known)
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  const changed = await read(known)
  expect([changed.statusCode, changed.json<{ data: unknown }>().data]).toMatchObject([200, { succeeded: true }])
})
