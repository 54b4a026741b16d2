// Two organizations have a user and a session with the same ids.
import { randomUUID } from 'node:crypto'
import type { TenantId, UserId } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStillClock } from '../../../tests/still-clock.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { TestDatabase } from '../../../tests/test-database.ts'
import { createTopic } from '../../platform/index.ts'
import { createUsers } from '../../users/index.ts'
import { createSessions } from './session-service.ts'
import type { Sessions } from './session-service.ts'
import { createSignInCodes } from './sign-in-codes.ts'

const DAY_MS = 24 * 3_600_000

const clock = createStillClock()
let database: TestDatabase
/** For each test, so that no result is cached. */
let sessions: Sessions
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Person = { tenantId: TenantId; userId: UserId }
let omar: Person
let other: Person
let key: { tenantId: TenantId; sessionId: Awaited<ReturnType<Sessions['list']>>[number]['id'] }
let otherKey: typeof key
let token: string
let otherToken: string

/** Omar signs in a day after the user of the other organization. */
beforeEach(async () => {
  sessions = createSessions({ database, clock, ended: createTopic(() => {}) })
  const userId = randomUUID() as UserId
  other = { tenantId: randomUUID() as TenantId, userId }
  omar = { tenantId: randomUUID() as TenantId, userId }
  await add(other, 'Other')
  await add(omar, 'Omar')
  otherToken = await start(other)
  clock.pass(DAY_MS)
  token = await start(omar)
  const [ours] = await sessions.list(omar)
  if (!ours) throw new Error('Omar has no session.')
  key = { tenantId: omar.tenantId, sessionId: ours.id }
  otherKey = { tenantId: other.tenantId, sessionId: ours.id }
  await database.pool.query('update sessions set session_id = $1 where tenant_id = $2', [ours.id, other.tenantId])
  // So that whoever forgets the tenant finds the other one’s first.
  await database.pool.query('update sessions set tenant_id = tenant_id where tenant_id = $1', [omar.tenantId])
})

async function add(person: Person, name: string) {
  const row = { tenantId: person.tenantId, name, domain: '', defaultCountry: 'US', createdAt: clock.now() }
  await database.transaction(async (trx) => {
    await trx.withTables<{ tenants: typeof row }>().insertInto('tenants').values(row).execute()
    const users = createUsers({ database, clock, sessions })
    await users.add(trx, { ...person, name, role: 'User' })
  })
}

async function start(person: Person): Promise<string> {
  const started = await sessions.start({ ...person, provedAt: clock.now() }, 'test')
  return started?.token ?? ''
}

test('each token and each session belongs to the user of its own organization', async () => {
  expect(await sessions.use(token)).toMatchObject({ ...omar, name: 'Omar' })
  expect(await sessions.use(otherToken)).toMatchObject({ ...other, name: 'Other' })
  expect(await sessions.find(token)).toMatchObject({ ...omar, name: 'Omar' })
  expect(await sessions.find(otherToken)).toMatchObject({ ...other, name: 'Other' })
  expect(await sessions.check(key)).toMatchObject({ ...omar, name: 'Omar' })
  expect(await sessions.check(otherKey)).toMatchObject({ ...other, name: 'Other' })
  expect(await sessions.provedAt(key)).toEqual(clock.now())
  expect(await sessions.provedAt(otherKey)).toEqual(new Date(clock.now().getTime() - DAY_MS))
})

test('each session has its own proof', async () => {
  const before = clock.now()
  clock.pass(DAY_MS)
  await start(omar)
  const [latest] = await sessions.list(omar)
  expect(await sessions.provedAt({ ...key, sessionId: latest?.id ?? key.sessionId })).toEqual(clock.now())
  expect(await sessions.provedAt(key)).toEqual(before)
})

test('a session is not live because that of another organization is, and no other one is reported', async () => {
  await start(omar)
  clock.pass(29 * DAY_MS)
  expect(await sessions.whichLive([key])).toEqual(new Set([key.sessionId]))
  expect(await sessions.whichLive([otherKey])).toEqual(new Set())
})

test('users see and end only the sessions of their own organization', async () => {
  expect(await sessions.list(omar)).toHaveLength(1)
  await database.pool.query('update tenants set suspended = true')
  expect(await sessions.suspended(omar.tenantId)).toEqual([key.sessionId])
  await database.pool.query(`update users set role = 'Admin' where tenant_id = $1`, [omar.tenantId])
  expect(await sessions.suspended(omar.tenantId)).toEqual([])
  await database.pool.query('update tenants set suspended = false')
  await sessions.endOne(omar, key.sessionId)
  expect(await sessions.find(token)).toBeNull()
  expect(await sessions.find(otherToken)).not.toBeNull()
  await start(omar)
  await sessions.signOutEverywhere(omar)
  expect(await sessions.list(omar)).toEqual([])
  expect(await sessions.find(otherToken)).not.toBeNull()
})

test('redeeming a sign-in code leaves the others', async () => {
  const issue = () => codesOf().issue({ ...omar, provedAt: clock.now() })
  const [code, another] = [await issue(), await issue()]
  const redeem = () => database.transaction(codesOf().admission(code))
  expect([await redeem(), await redeem()]).toEqual([expect.anything(), null])
  expect(await codesOf().find(another)).toMatchObject(omar)
})

const codesOf = () => createSignInCodes({ database, clock })

test('a sign-in code belongs to one user, and shutting them out leaves those of another organization', async () => {
  const codes = codesOf()
  const [code, otherCode] = await Promise.all(
    [omar, other].map((person) => codes.issue({ ...person, provedAt: clock.now() })),
  )
  expect(await codes.find(code ?? '')).toMatchObject(omar)
  expect(await codes.find(otherCode ?? '')).toMatchObject(other)
  expect(await codes.find('unknown')).toBeNull()
  await database.transaction((trx) => sessions.shutOut(trx, omar))
  expect(await codes.find(code ?? '')).toBeNull()
  expect(await codes.find(otherCode ?? '')).toMatchObject(other)
})
