import { randomUUID } from 'node:crypto'
import type { TenantId, UserId } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { TestDatabase } from '../../../tests/test-database.ts'
import { createTopic, systemClock as clock } from '../../platform/index.ts'
import { createUsers } from '../../users/index.ts'
import { createSessions } from './session-service.ts'
import type { Sessions } from './session-service.ts'
import { createSignInCodes } from './sign-in-codes.ts'

let database: TestDatabase
let sessions: Sessions
beforeAll(async () => {
  database = await openTestDatabase()
  sessions = createSessions({ database, clock, ended: createTopic(() => {}) })
})
afterAll(() => database.close())

type Person = { tenantId: TenantId; userId: UserId }
let dana: Person
let omar: Person
beforeEach(async () => {
  const tenantId = randomUUID() as TenantId
  dana = { tenantId, userId: randomUUID() as UserId }
  omar = { tenantId, userId: randomUUID() as UserId }
  await database.transaction(async (trx) => {
    const row = { tenantId, name: 'Lakeside', domain: '', defaultCountry: 'US', createdAt: clock.now() }
    await trx.withTables<{ tenants: typeof row }>().insertInto('tenants').values(row).execute()
    await people().add(trx, { ...dana, name: 'Dana', role: 'Admin' })
    await people().add(trx, { ...omar, name: 'Omar', role: 'User' })
  })
})

/** Omar signs in. */
const start = () => sessions.start({ ...omar, provedAt: clock.now() }, 'test')

/** The users, with a hook that runs before a user’s sessions end. */
function people(beforehand: () => Promise<void> = async () => {}) {
  const shutOut: Sessions['shutOut'] = async (trx, person) => {
    await beforehand()
    return sessions.shutOut(trx, person)
  }
  return createUsers({ database, clock, sessions: { shutOut } })
}

async function setDisabled(disabled: boolean, users = people()) {
  const change = { userId: omar.userId, name: 'Omar', role: 'User', disabled } as const
  const announceEnd = await database.transaction((trx) => users.update(trx, dana, change))
  announceEnd()
}

test('a sign-in during the disabling of its user starts no session', async () => {
  const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = people(() => {
    begun.resolve()
    return proceed.promise
  })
  const disabling = setDisabled(true, held)
  await begun.promise
  const starting = start()
  proceed.resolve()
  await disabling
  expect(await starting).toBeNull()
})

test('concurrent sign-ins and disabling leave no session behind', async () => {
  const kept: unknown[] = []
  for (let tries = 0; tries < 30; tries += 1) {
    await Promise.all([start(), start(), setDisabled(true)])
    await setDisabled(false)
    kept.push(...(await sessions.list(omar)))
  }
  expect(kept).toEqual([])
})

test('a rolled back disabling leaves the user’s sessions intact', async () => {
  await start()
  const fails = people(() => Promise.reject(new Error('The power went out.')))
  await expect(setDisabled(true, fails)).rejects.toThrow('power')
  expect(await sessions.list(omar)).toHaveLength(1)
  expect(await start()).not.toBeNull()
})

test('a sign-in code issued before its user was disabled stays invalid after re-enabling', async () => {
  const codes = createSignInCodes({ database, clock })
  const code = await codes.issue({ ...omar, provedAt: clock.now() })
  const others = await codes.issue({ ...dana, provedAt: clock.now() })
  await setDisabled(true)
  await setDisabled(false)
  expect(await codes.find(code)).toBeNull()
  expect(await codes.find(others)).toMatchObject(dana)
})
