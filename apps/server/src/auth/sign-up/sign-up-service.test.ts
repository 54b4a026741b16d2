import { randomUUID } from 'node:crypto'
import type { RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DirectoryPerson } from '../../microsoft/index.ts'
import { createTopic } from '../../platform/index.ts'
import { openDoor } from '../tests/door.ts'
import type { Door } from '../tests/door.ts'
import { createSignUp } from './sign-up-service.ts'
import type { SignUp } from './sign-up-service.ts'

// Cases that the sandbox’s directories cannot simulate: personal accounts, suspended tenants, and announcements.

let door: Door
let signUp: SignUp
let announced: RealtimeEvent[]
beforeAll(async () => {
  door = await openDoor()
  const announcements = createTopic<readonly RealtimeEvent[]>(() => {})
  announcements.subscribe((events) => announced.push(...events))
  const { clock, tenants, users } = door
  const rules = { SIGN_UP: 'open' as const, ALLOWED_TENANTS: [] }
  const subscriptions = { hasActive: async () => false }
  signUp = createSignUp({ clock, tenants, users, rules, subscriptions, announcements })
})
afterAll(() => door.close())
beforeEach(() => {
  announced = []
})

function personOf(tenantId: string): DirectoryPerson {
  const login = 'kim@lakeside.example'
  const ids = { tenantId: tenantId as TenantId, userId: randomUUID() as UserId }
  return { ...ids, name: 'Kim', login, email: login, isMember: true, hasAcctClaim: true, provedAt: new Date() }
}

async function admits(person: DirectoryPerson): Promise<boolean> {
  const admission = await door.database.transaction(signUp.admission(person))
  admission?.announce()
  return admission !== null
}

test('a personal Microsoft account cannot create a tenant', async () => {
  const person = personOf('9188040d-6c67-4c5b-b112-36a304b66dad')
  expect(await admits(person)).toBe(false)
  expect(await door.tenants.find(person.tenantId)).toBeNull()
})

test('a guest cannot create a tenant, even if it is bought or allowed, but can sign in once they are a user', async () => {
  const member = personOf(randomUUID())
  const guest = { ...personOf(member.tenantId), isMember: false }
  expect(await admits(guest)).toBe(false)
  expect(await door.tenants.find(guest.tenantId)).toBeNull()
  expect(await admits(member)).toBe(true)
  expect(await admits(guest)).toBe(false)
  await door.database.transaction((trx) => door.users.add(trx, { ...guest, role: 'User' }))
  expect(await admits(guest)).toBe(true)
})

test('the latest token tells whether the app registration asks for the claim acct', async () => {
  const person = personOf(randomUUID())
  const known = async () => (await door.tenants.find(person.tenantId))?.hasAcctClaim
  for (const hasAcctClaim of [true, false, true]) {
    await admits({ ...person, hasAcctClaim })
    expect(await known()).toBe(hasAcctClaim)
  }
})

test('a token without an address keeps the known one', async () => {
  const person = personOf(randomUUID())
  await admits(person)
  await admits({ ...person, email: null })
  const { rows } = await door.database.pool.query('select email from users where user_id = $1', [person.userId])
  expect(rows).toEqual([{ email: person.email }])
})

test('a new tenant is announced once, to itself', async () => {
  const person = personOf(randomUUID())
  expect(await admits(person)).toBe(true)
  expect(await admits(person)).toBe(true)
  const { tenantId } = person
  expect(announced).toEqual([
    { tenantId, area: 'Settings', kind: 'TenantCreated', chatId: null, version: null, data: null },
  ])
})

test('only Admins of a suspended tenant can sign in', async () => {
  const admin = personOf(randomUUID())
  const user = personOf(admin.tenantId)
  await admits(admin)
  await door.database.transaction((trx) => door.users.add(trx, { ...user, role: 'User' }))
  expect(await admits(user)).toBe(true)
  await door.tenants.setSuspended(admin.tenantId, true)
  expect(await admits(user)).toBe(false)
  expect(await admits(admin)).toBe(true)
})
