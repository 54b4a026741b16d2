import { randomUUID } from 'node:crypto'
import type { ArchiveId, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { TestDatabase } from '../../tests/test-database.ts'
import {
  beginPart,
  claimArchive,
  deletePart,
  emptyArchives,
  endLease,
  insertArchive,
  listArchives,
  noteProgress,
  removeArchive,
  uselessParts,
} from './archives-store.ts'
import type { Lease } from './archives-store.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
const LATER = new Date('2026-11-23T09:05:00Z')
const POSITION = { section: 'contacts', cursor: null, from: null, file: 1, chatsDone: 0 }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ pool: 4 })
})
afterAll(() => database.close())

let archive: { tenantId: TenantId; archiveId: ArchiveId }
beforeEach(async () => {
  for (const table of ['archive_parts', 'archives', 'users', 'tenants'])
    await sql`delete from ${sql.table(table)}`.execute(database.queries)
  archive = await newArchive(NOW)
})

async function newArchive(createdAt: Date) {
  const [tenantId, archiveId, createdBy] = [randomUUID() as TenantId, randomUUID() as ArchiveId, randomUUID() as UserId]
  await sql`insert into tenants (tenant_id, name, created_at) values (${tenantId}, 'Lakeside', ${NOW})`.execute(
    database.queries,
  )
  await sql`insert into users (tenant_id, user_id, name, role, created_at)
    values (${tenantId}, ${createdBy}, 'Dana', 'Admin', ${NOW})`.execute(database.queries)
  const row = { tenantId, archiveId, createdBy, createdAt, timeZone: 'UTC', chatsTotal: 3 }
  await insertArchive(database.queries, row, POSITION)
  return { tenantId, archiveId }
}

async function claimAt(now: Date): Promise<Lease | null> {
  const claimed = await claimArchive(database.queries, { now, leasedUntil: new Date(now.getTime() + 120_000) })
  return claimed && { tenantId: claimed.tenantId, archiveId: claimed.archiveId, leasedUntil: claimed.leasedUntil }
}

test('one of several processes makes an archive, and another one can after its lease', async () => {
  for (const now of [NOW, LATER]) {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimAt(now)))
    expect(claims.flatMap((claim) => claim?.archiveId ?? [])).toEqual([archive.archiveId])
  }
})

test('archives of several organizations take turns', async () => {
  const other = await newArchive(new Date(NOW.getTime() + 1))
  const first = await claimAt(LATER)
  if (!first) throw new Error('It is due.')
  await noteProgress(database.queries, first, { position: POSITION, dueAt: LATER })
  expect([first.archiveId, (await claimAt(LATER))?.archiveId, (await claimAt(LATER))?.archiveId]).toEqual([
    archive.archiveId,
    other.archiveId,
    archive.archiveId,
  ])
})

test('a process whose lease has ended changes nothing', async () => {
  const slow = await claimAt(NOW)
  const fast = await claimAt(LATER)
  if (!slow || !fast) throw new Error('Both are to get the archive.')
  expect(await noteProgress(database.queries, slow, { chatsDone: 2, dueAt: NOW })).toBe(false)
  await endLease(database.queries, slow, NOW)
  expect(await claimAt(LATER)).toBeNull()
  expect(await noteProgress(database.queries, fast, { chatsDone: 1, dueAt: LATER })).toBe(true)
  expect(await listArchives(database.queries, archive.tenantId)).toMatchObject([{ chatsDone: 1 }])
})

test('an archive that was canceled goes on nowhere', async () => {
  const lease = await claimAt(NOW)
  if (!lease) throw new Error('It is due.')
  await removeArchive(database.queries, archive, { state: 'removed', endedAt: NOW })
  expect(await noteProgress(database.queries, lease, { dueAt: NOW })).toBe(false)
  await endLease(database.queries, lease, NOW)
  expect(await claimAt(LATER)).toBeNull()
  expect(await listArchives(database.queries, archive.tenantId)).toEqual([])
})

test('parts are not deleted while a process may be writing them', async () => {
  const lease = await claimAt(NOW)
  if (!lease) throw new Error('It is due.')
  const part = { ...archive, part: 1 }
  await beginPart(database.queries, part)
  await removeArchive(database.queries, archive, { state: 'removed', endedAt: NOW })
  const useless = async () => [await uselessParts(database.queries, NOW), await emptyArchives(database.queries, NOW)]
  expect(await useless()).toEqual([[], []])
  await endLease(database.queries, lease, NOW)
  expect(await useless()).toEqual([[part], []])
  await deletePart(database.queries, part)
  expect(await useless()).toEqual([[], [archive]])
})
