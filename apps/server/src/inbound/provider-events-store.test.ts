import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import type { Database } from '../platform/index.ts'
import {
  dropParameters,
  finishEvents,
  keepEvents,
  keptSids,
  postponeEvent,
  rejectedEvents,
  takeEvents,
  waitingSenders,
} from './provider-events-store.ts'

const TENANT = '00000000-0000-4000-8000-00000000000a' as TenantId
const NOON = new Date('2026-11-21T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into tenants (tenant_id, name, created_at) values (${TENANT}, 'Clinic', now())`.execute(
    database.queries,
  )
})
afterAll(() => database.close())

const event = (messageSid: string) => ({ tenantId: TENANT, accountSid: 'AC1', messageSid })
/** Each text has its own sender, named like its SID. */
const keep = async (messageSids: readonly string[], receivedAt: Date) => {
  const kept = await keepEvents(
    database.queries,
    messageSids.map((sid) => ({
      ...event(sid),
      sender: sid,
      parameters: { Body: `\0 ${sid}` },
      recovered: false,
      requestId: null,
      receivedAt,
    })),
  )
  return kept.map((text) => text !== null)
}
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const waiting = async (now: Date, limit = 1) =>
  (await waitingSenders(database.queries, { now, limit })).map(({ sender }) => sender)

test('a failing text is retried with growing delays, and sorted after others', async () => {
  await keep(['SM-poison'], NOON)
  await keep(['SM-good'], after(60))
  let now = NOON
  const pauses: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await postponeEvent(database.queries, event('SM-poison'), now)
    const { rows } = await sql<{ at: Date }>`
      select next_try_at as at from provider_events where message_sid = 'SM-poison'`.execute(database.queries)
    const next = rows[0]?.at ?? now
    pauses.push((next.getTime() - now.getTime()) / 1000)
    now = next
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect(await waiting(after(60))).toEqual(['SM-good'])
  expect(await waiting(now)).toEqual(['SM-good'])
  expect(await waiting(new Date(now.getTime() - 1), 10)).toEqual(['SM-good'])
  expect(await waiting(now, 10)).toEqual(['SM-good', 'SM-poison'])
})

test('postponing a text affects neither one of another tenant or account nor one that was routed', async () => {
  const other = '00000000-0000-4000-8000-00000000000b' as TenantId
  await sql`insert into tenants (tenant_id, name, created_at) values (${other}, 'Other', now())`.execute(
    database.queries,
  )
  const mine = {
    ...event('SM-same'),
    sender: 'same',
    parameters: {},
    recovered: false,
    requestId: null,
    receivedAt: NOON,
  }
  await keepEvents(database.queries, [mine])
  await keepEvents(database.queries, [{ ...mine, accountSid: 'AC2' }])
  await keepEvents(database.queries, [{ ...mine, tenantId: other }])
  const attempts = async () => {
    const { rows } = await sql<{ name: string; attempts: number }>`
      select account_sid || right(tenant_id::text, 1) as name, attempts from provider_events
      where message_sid = 'SM-same' order by name`.execute(database.queries)
    return Object.fromEntries(rows.map(({ name, attempts: count }) => [name, count]))
  }
  await postponeEvent(database.queries, mine, NOON)
  expect(await attempts()).toEqual({ AC1a: 1, AC1b: 0, AC2a: 0 })
  await finishEvents(database.queries, [{ event: mine, at: NOON, rejectedReason: null }])
  await postponeEvent(database.queries, mine, NOON)
  expect(await attempts()).toEqual({ AC1a: 1, AC1b: 0, AC2a: 0 })
})

test('of given SIDs, those of stored texts are known', async () => {
  await keep(['SM-known', 'SM-besides'], NOON)
  expect(await keptSids(database.queries, TENANT, ['SM-known', 'SM-missed'])).toEqual(new Set(['SM-known']))
})

test('a text is stored once, within a batch and across batches', async () => {
  const later = after(86_400)
  expect(await keep(['SM-b', 'SM-a', 'SM-b'], later)).toEqual([true, true, false])
  expect(await keep(['SM-a', 'SM-c'], later)).toEqual([false, true])
  const senders = ['SM-a', 'SM-b', 'SM-c'].map((sender) => ({ tenantId: TENANT, sender }))
  const kept = await takeEvents(database.queries, { senders, now: later, limit: 10 })
  expect(new Set(kept.map(({ parameters }) => parameters['Body']))).toEqual(new Set(['\0 SM-a', '\0 SM-b', '\0 SM-c']))
  expect(kept).toHaveLength(3)
})

test('a text is returned with the current state of its tenant', async () => {
  await keep(['SM-tenant'], NOON)
  const take = () =>
    database.transaction((trx) =>
      takeEvents(trx, { senders: [{ tenantId: TENANT, sender: 'SM-tenant' }], now: NOON, limit: 1 }),
    )
  const become = (suspended: boolean, account: string | null) =>
    sql`update tenants set suspended = ${suspended}, account_sid = ${account} where tenant_id = ${TENANT}`.execute(
      database.queries,
    )
  await become(false, 'AC1')
  expect(await take()).toMatchObject([{ messageSid: 'SM-tenant', isSuspended: false, isOfAccount: true }])
  await become(true, 'AC2')
  expect(await take()).toMatchObject([{ isSuspended: true, isOfAccount: false }])
  await become(false, null)
  expect(await take()).toMatchObject([{ isSuspended: false, isOfAccount: false }])
})

describe('parameters of old texts', () => {
  const parametersOf = async (messageSid: string) => {
    const { rows } = await sql<{ parameters: object | null }>`
      select parameters from provider_events where message_sid = ${messageSid}`.execute(database.queries)
    return rows[0]?.parameters
  }
  const drop = (processedBefore: Date, limit = 10) => dropParameters(database.queries, { processedBefore, limit })
  const rejected = async () => (await rejectedEvents(database.queries, TENANT, 10)).map(({ messageSid }) => messageSid)

  beforeEach(async () => {
    await sql`delete from provider_events`.execute(database.queries)
    await keep(['SM-routed', 'SM-rejected', 'SM-waiting'], NOON)
    await finishEvents(database.queries, [
      { event: event('SM-routed'), at: after(1), rejectedReason: null },
      { event: event('SM-rejected'), at: after(2), rejectedReason: 'number not in use' },
    ])
  })

  test('are deleted after the text was routed or rejected, never before', async () => {
    expect(await drop(after(1))).toBe(0)
    expect(await drop(after(2))).toBe(1)
    expect(await parametersOf('SM-routed')).toBeNull()
    expect(await rejected()).toEqual(['SM-rejected'])
    expect(await drop(after(1_000))).toBe(1)
    expect(await rejected()).toEqual([])
    expect(await parametersOf('SM-waiting')).not.toBeNull()
  })

  test('are deleted in batches of limited size', async () => {
    expect([await drop(after(3), 1), await drop(after(3), 1), await drop(after(3), 1)]).toEqual([1, 1, 0])
  })

  test('are deleted without forgetting the text’s SID', async () => {
    await drop(after(3))
    expect(await keep(['SM-routed', 'SM-new'], after(4))).toEqual([false, true])
  })
})
