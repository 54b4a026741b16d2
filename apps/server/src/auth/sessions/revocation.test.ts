import { randomUUID } from 'node:crypto'
import type { CallName, TenantId, UserId, UserRole } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTopic } from '../../platform/index.ts'
import { createSessions } from '../index.ts'
import { openDoor } from '../tests/door.ts'
import type { Door } from '../tests/door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

type Person = { tenantId: TenantId; userId: UserId }
let dana: Person
let omar: Person
beforeEach(async () => {
  const tenantId = randomUUID() as TenantId
  await door.database.transaction((trx) => door.tenants.create(trx, { tenantId, name: 'Lakeside', domain: '' }))
  dana = await add(tenantId, 'Admin')
  omar = await add(tenantId, 'User')
  door.ended.length = 0
})

async function add(tenantId: TenantId, role: UserRole): Promise<Person> {
  const person = { tenantId, userId: randomUUID() as UserId }
  await door.database.transaction((trx) => door.users.add(trx, { ...person, name: role, role }))
  return person
}

/** A change made by another process must be seen within a second: docs/product.md#sessions-live-on-the-server */
const UNTOLD_MS = 500
/** Statuses of calls that get past access control: their input is invalid, or nothing is found. */
const LET_IN = [400, 404]

test('a disabled user is signed out everywhere at once, and the ended sessions are published', async () => {
  const clients = [await door.clientOf(omar), await door.clientOf(omar)]
  const bystander = await door.clientOf(dana)
  for (const client of clients) expect((await client.call('users.me')).status).toBe(200)
  await door.updateUser(dana, { userId: omar.userId, name: 'Omar', role: 'User', disabled: true })
  for (const client of clients) {
    expect((await client.call('users.me')).status).toBe(401)
    expect(await door.authenticateToken(client.accessToken ?? '')).toBeNull()
  }
  expect(door.ended).toEqual([{ tenantId: omar.tenantId, sessionIds: [expect.any(String), expect.any(String)] }])
  expect((await bystander.call('users.me')).status).toBe(200)
  expect(await door.authenticateToken(bystander.accessToken ?? '')).toMatchObject({ ...dana, role: 'Admin' })
})

test('disabling a user without sessions publishes nothing', async () => {
  await door.updateUser(dana, { userId: omar.userId, name: 'Omar', role: 'User', disabled: true })
  expect(door.ended).toEqual([])
})

test('a user disabled directly in the database is signed out within half a second', async () => {
  const client = await door.clientOf(omar)
  const bystander = await door.clientOf(dana)
  expect((await client.call('users.me')).status).toBe(200)
  await door.database.pool.query(`update users set disabled = true where user_id = '${omar.userId}'`)
  door.clock.pass(UNTOLD_MS)
  expect((await client.call('users.me')).status).toBe(401)
  expect((await bystander.call('users.me')).status).toBe(200)
})

test('enabling a user again does not restore their sessions', async () => {
  const client = await door.clientOf(omar)
  await door.updateUser(dana, { userId: omar.userId, name: 'Omar', role: 'User', disabled: true })
  await door.updateUser(dana, { userId: omar.userId, name: 'Omar', role: 'User', disabled: false })
  expect((await client.call('users.me')).status).toBe(401)
})

test('sessions ended by another process are rejected within half a second', async () => {
  const { database, clock } = door
  const elsewhere = createSessions({ database, clock, ended: createTopic(() => {}) })
  const client = await door.clientOf(omar)
  expect((await client.call('users.me')).status).toBe(200)
  await elsewhere.signOutEverywhere(omar)
  clock.pass(UNTOLD_MS)
  expect((await client.call('users.me')).status).toBe(401)
})

test('a removed Admin role takes effect within half a second', async () => {
  const other = await add(dana.tenantId, 'Admin')
  const client = await door.clientOf(dana)
  expect(LET_IN).toContain((await client.call('settings.tenant')).status)
  await door.updateUser(dana, { userId: dana.userId, name: 'Dana', role: 'User', disabled: false })
  door.clock.pass(UNTOLD_MS)
  expect((await client.call('settings.tenant')).status).toBe(403)
  expect(LET_IN).toContain((await (await door.clientOf(other)).call('settings.tenant')).status)
})

describe('while the tenant is suspended', () => {
  const statusOf = async (person: Person, call: CallName) => (await (await door.clientOf(person)).call(call)).status

  test('Users are rejected within half a second, and accepted again after the suspension', async () => {
    const client = await door.clientOf(omar)
    expect((await client.call('users.me')).status).toBe(200)
    await door.tenants.setSuspended(omar.tenantId, true)
    door.clock.pass(UNTOLD_MS)
    expect((await client.call('users.me')).status).toBe(401)
    expect(await door.authenticateToken(client.accessToken ?? '')).toBeNull()
    await door.tenants.setSuspended(omar.tenantId, false)
    door.clock.pass(UNTOLD_MS)
    expect((await client.call('users.me')).status).toBe(200)
  })

  test('Admins can read and search', async () => {
    await door.tenants.setSuspended(dana.tenantId, true)
    expect(await statusOf(dana, 'users.me')).toBe(200)
    for (const call of ['chats.search', 'messages.search', 'numbers.search'] as const) {
      expect(LET_IN).toContain(await statusOf(dana, call))
    }
  })

  test('Admins cannot change anything, and the error gives the reason', async () => {
    await door.tenants.setSuspended(dana.tenantId, true)
    const client = await door.clientOf(dana)
    for (const call of ['chats.create', 'messages.send', 'settings.updateTenant', 'numbers.addMobile'] as const) {
      const { status, error } = await client.call(call)
      expect([call, status]).toEqual([call, 403])
      expect(error?.message).toContain('suspended')
    }
  })
})
