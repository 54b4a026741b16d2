import { randomUUID } from 'node:crypto'
import { routes, sessionId, tenantId, userId } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from './app-error.ts'
import { registerCalls } from './calls.ts'
import type { Caller } from './calls.ts'
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

/** Answers 404 to every call, but for those without a handler. The token is the caller's name. */
async function serverWithout(missing: readonly CallName[], notBuilt: readonly CallName[], callsPerMinute = 1000) {
  const app = await createHttpServer(config, { version: '1' })
  onTestFinished(() => app.close())
  const built = names.filter((name) => !missing.includes(name))
  registerCalls(app, {
    handlers: Object.fromEntries(built.map((name) => [name, nothingThere])),
    notBuilt,
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

test('a server in which calls have no handler does not start, and names them', async () => {
  await expect(serverWithout(['chats.get', 'config'], [])).rejects.toThrow(
    'These calls of the contract have no handler: chats.get, config',
  )
})

test('a call that is listed as not built, but is, stops the start too', async () => {
  await expect(serverWithout([], ['chats.get'])).rejects.toThrow(
    'These calls are listed as not built, but are: chats.get',
  )
})

test('a call that is not built says so to whoever may make it, and to nobody else', async () => {
  const app = await serverWithout(['settings.tenant'], ['settings.tenant'])
  const statusFor = async (authorization: string) => {
    const { statusCode } = await app.inject({ url: routes['settings.tenant'].path, headers: { authorization } })
    return statusCode
  }
  expect([await statusFor(''), await statusFor('Omar'), await statusFor('Dana')]).toEqual([401, 403, 501])
})

test('a call that another program signs reaches no handler unsigned, built or not', async () => {
  const statusOf = async (app: Awaited<ReturnType<typeof serverWithout>>) => {
    const { method, path } = routes['webhooks.twilioMessage']
    return (await app.inject({ method, url: path, headers: { authorization: 'Dana' } })).statusCode
  }
  expect(await statusOf(await serverWithout([], []))).toBe(403)
  expect(await statusOf(await serverWithout(['webhooks.twilioMessage'], ['webhooks.twilioMessage']))).toBe(403)
})

test('who calls too often is told when to come back', async () => {
  const app = await serverWithout([], [], 1)
  const call = () =>
    app.inject({ method: 'DELETE', url: routes['sessions.endAll'].path, headers: { authorization: 'Omar' } })
  await call()
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ error: 'too-many-requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
