import type { MemberId, RealtimeEvent } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertQueuedText } from '../../tests/queued-text.ts'
import { createStillClock } from '../../tests/still-clock.ts'
import { createTestChats } from '../../tests/test-chats.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { newId } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createConsents } from './consent-service.ts'
import type { Consents } from './consent-service.ts'

const NUMBER = '+12025550142'
const STOP = { wish: 'stop', source: 'keyword' } as const
const START = { wish: 'start', source: 'keyword' } as const

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let consents: Consents
let contact: Parameters<Consents['note']>[1]
beforeEach(async () => {
  const clock = createStillClock()
  const db = database.queries
  const { tenantId, chatId, fromNumberId } = await insertQueuedText(db, { number: NUMBER, at: clock.now() })
  const memberId = newId<MemberId>()
  await sql`insert into contacts (tenant_id, number_id, number, name, created_at)
    values (${tenantId}, ${memberId}, ${NUMBER}, 'Ann', now())`.execute(db)
  await sql`insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, holds_number_id)
    values (${tenantId}, ${chatId}, ${memberId}, 'ExternalMobile', now(), now(), ${fromNumberId})`.execute(db)
  contact = { tenantId, lineId: fromNumberId, number: NUMBER, memberId }
  const parts = createTestChats({ database, clock })
  consents = createConsents({ ...parts, database, clock })
})

const note = (wish: Parameters<Consents['note']>[2], of = contact) =>
  database.transaction((trx) => consents.note(trx, of, wish))

const changesIn = (events: readonly RealtimeEvent[]) =>
  events.flatMap(({ data }) => (data && 'lastMessage' in data ? data.changes.map(({ kind }) => kind) : []))

async function auditKinds() {
  const { rows } = await sql<{ kind: string }>`
    select kind from audit_log where tenant_id = ${contact.tenantId} order by entry_id`.execute(database.queries)
  return rows.map(({ kind }) => kind)
}

test('a STOP and a START are recorded in the chat and the audit log, each once', async () => {
  expect(changesIn(await note(STOP))).toEqual(['optedOut'])
  expect(await note(STOP)).toEqual([])
  expect(changesIn(await note(START))).toEqual(['optedIn'])
  expect(await note(START)).toEqual([])
  expect(await auditKinds()).toEqual(['optedOut', 'optedIn'])
})

test('a contact without an open chat can opt out', async () => {
  const events = await note(STOP, { ...contact, memberId: newId<MemberId>() })
  expect(events.map(({ kind }) => kind)).toEqual(['PhoneNumbersUpdated'])
  expect(await auditKinds()).toEqual(['optedOut'])
})
