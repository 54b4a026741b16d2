import { randomUUID } from 'node:crypto'
import type { RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DirectoryPerson } from '../../microsoft/index.ts'
import { createTopic } from '../../platform/index.ts'
import { openDoor } from '../tests/door.ts'
import type { Door } from '../tests/door.ts'
import { createSignUp } from './sign-up-service.ts'
import type { SignUp } from './sign-up-service.ts'

// What the sandbox's directories cannot play: personal accounts, suspended tenants, and what is announced.

let door: Door
let signUp: SignUp
let announced: RealtimeEvent[]
beforeAll(async () => {
  door = await openDoor()
  const announcements = createTopic<readonly RealtimeEvent[]>(() => {})
  announcements.subscribe((events) => announced.push(...events))
  const { database, clock, tenants, users } = door
  const rules = { SIGN_UP: 'open' as const, ALLOWED_TENANTS: [] }
  const subscriptions = { hasActive: async () => false }
  signUp = createSignUp({ database, clock, tenants, users, rules, subscriptions, announcements })
})
afterAll(() => door.close())
beforeEach(() => {
  announced = []
})

function personOf(tenantId: string): DirectoryPerson {
  const login = 'kim@lakeside.example'
  const ids = { tenantId: tenantId as TenantId, userId: randomUUID() as UserId }
  return { ...ids, name: 'Kim', login, email: login, provedAt: new Date() }
}

test('a personal Microsoft account never opens a tenant', async () => {
  const person = personOf('9188040d-6c67-4c5b-b112-36a304b66dad')
  expect(await signUp.admit(person)).toBe(false)
  expect(await door.tenants.find(person.tenantId)).toBeNull()
})

test('a new tenant is announced once, to itself', async () => {
  const person = personOf(randomUUID())
  expect(await signUp.admit(person)).toBe(true)
  expect(await signUp.admit(person)).toBe(true)
  const { tenantId } = person
  expect(announced).toEqual([
    { tenantId, area: 'Settings', kind: 'TenantCreated', chatId: null, version: null, data: null },
  ])
})

test('of a suspended tenant only Admins may sign in', async () => {
  const admin = personOf(randomUUID())
  const user = personOf(admin.tenantId)
  await signUp.admit(admin)
  await door.database.transaction((trx) => door.users.add(trx, { ...user, role: 'User' }))
  expect(await signUp.admit(user)).toBe(true)
  await door.tenants.setSuspended(admin.tenantId, true)
  expect(await signUp.admit(user)).toBe(false)
  expect(await signUp.admit(admin)).toBe(true)
})
