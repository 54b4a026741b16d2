import { randomUUID } from 'node:crypto'
import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { TestDatabase } from '../../tests/test-database.ts'
import { claimPoll, findPoll, notePoll } from './directory-polls-store.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
const LATER = new Date('2026-11-23T09:05:00Z')
const LINK = 'https://graph.microsoft.com/v1.0/users/delta?$deltatoken=1'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ pool: 4 })
})
afterAll(() => database.close())

let tenantId: TenantId
beforeEach(async () => {
  await sql`delete from directory_polls`.execute(database.queries)
  await sql`delete from tenants`.execute(database.queries)
  tenantId = await newTenant(true)
})

async function newTenant(consented: boolean): Promise<TenantId> {
  const id = randomUUID() as TenantId
  await sql`insert into tenants (tenant_id, name, consented, created_at) values (${id}, 'Lakeside', ${consented}, ${NOW})`.execute(
    database.queries,
  )
  return id
}

const claimAt = (now: Date) => claimPoll(database.queries, { now, leasedUntil: new Date(now.getTime() + 90_000) })

test('one of several concurrent processes claims a poll, and another can after its lease expired', async () => {
  for (const now of [NOW, LATER]) {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimAt(now)))
    expect(claims.flatMap((claim) => claim?.tenantId ?? [])).toEqual([tenantId])
  }
})

test('a process whose lease has expired cannot record its poll', async () => {
  const slow = await claimAt(NOW)
  const fast = await claimAt(LATER)
  if (!slow || !fast) throw new Error('Both are to get the directory.')
  const end = new Date(LATER.getTime() + 300_000)
  expect(await notePoll(database.queries, slow, { link: 'old', dueAt: NOW, failure: 'unreachable' })).toBe(false)
  expect(await notePoll(database.queries, fast, { link: LINK, dueAt: end, completedAt: LATER, failure: null })).toBe(
    true,
  )
  expect(await findPoll(database.queries, tenantId)).toEqual({ completedAt: LATER, failure: null })
  expect(await claimAt(LATER)).toBeNull()
  expect(await claimAt(end)).toMatchObject({ tenantId, link: LINK })
})

test('only directories with consent are polled, the least recently polled first', async () => {
  await newTenant(false)
  const first = await claimAt(NOW)
  const second = await newTenant(true)
  expect(first?.tenantId).toBe(tenantId)
  expect((await claimAt(LATER))?.tenantId).toBe(second)
  expect((await claimAt(LATER))?.tenantId).toBe(tenantId)
  expect(await claimAt(LATER)).toBeNull()
})
