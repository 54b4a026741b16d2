import { randomUUID } from 'node:crypto'
import type { TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoor } from '../auth/tests/door.ts'
import type { Door } from '../auth/tests/door.ts'
import { lastEntryAt, listEntries, recordAuditEntry } from './audit-store.ts'

const dana = { tenantId: randomUUID() as TenantId, userId: randomUUID() as UserId }

let door: Door
beforeAll(async () => {
  door = await openDoor()
  await door.database.transaction(async (trx) => {
    await door.tenants.create(trx, { tenantId: dana.tenantId, name: 'Lakeside', domain: '' })
    await door.users.add(trx, { ...dana, name: 'Dana', role: 'Admin' })
  })
  await door.updateUser(dana, { userId: dana.userId, name: 'Dana Cole', role: 'Admin', disabled: false })
})
afterAll(() => door.close())

async function entries() {
  const { rows } = await sql<object>`select * from audit_log order by entry_id`.execute(door.database.queries)
  return rows
}

test.each<[string, RawBuilder<unknown>]>([
  ['updated', sql`update audit_log set subject = 'Nobody'`],
  [
    'given to another user',
    sql`update audit_log set done_by = null where set_config('partyline.erasing', 'on', true) = 'on'`,
  ],
  ['deleted', sql`delete from audit_log`],
  ['truncated', sql`truncate audit_log`],
])('entries cannot be %s, even with direct access to the database', async (_, statement) => {
  const before = await entries()
  await expect(statement.execute(door.database.queries)).rejects.toThrow('The audit log is append-only.')
  expect(await entries()).toEqual(before)
  expect(before).toHaveLength(1)
})

test('the last entry of a kind is one of the tenant’s own', async () => {
  const { queries } = door.database
  expect(await lastEntryAt(queries, dana.tenantId, 'userChanged')).toBeInstanceOf(Date)
  expect(await lastEntryAt(queries, dana.tenantId, 'signedIn')).toBeNull()
  expect(await lastEntryAt(queries, randomUUID() as TenantId, 'userChanged')).toBeNull()
})

test.each([-50, 50])('an entry that was recorded %i minutes from its time is found by its time', async (minutes) => {
  const at = new Date(Date.now() + minutes * 60_000)
  const end = new Date(at.getTime() + 1)
  await door.database.transaction((trx) => recordAuditEntry(trx, dana, { kind: 'keyAdded', at }))
  const query = { from: at.toISOString(), to: end.toISOString(), limit: 50 }
  const found = await listEntries(door.database.queries, dana.tenantId, query)
  expect(found).toMatchObject([{ kind: 'keyAdded', at: at.toISOString() }])
})

test('a change that cannot be recorded is rolled back', async () => {
  await sql`alter table audit_log add constraint full_up check (false) not valid`.execute(door.database.queries)
  const change = door.updateUser(dana, { userId: dana.userId, name: 'Dana C.', role: 'Admin', disabled: false })
  await expect(change).rejects.toThrow('full_up')
  expect(await door.users.get(dana.tenantId, dana.userId)).toMatchObject({ name: 'Dana Cole' })
  await expect(door.sessions.start({ ...dana, provedAt: new Date() }, 'test')).rejects.toThrow('full_up')
  expect(await door.sessions.list(dana)).toEqual([])
  await expect(door.tenants.update(dana, { name: 'Mine', addSignature: true })).rejects.toThrow('full_up')
  expect(await door.tenants.get(dana.tenantId)).toMatchObject({ name: 'Lakeside', addSignature: false })
})
