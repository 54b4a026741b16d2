// The whole cost of calls on PostgreSQL: the buffers that all statements of a call read together.
import { MAX_COUNTED_CHATS } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/platform/index.ts'
import { addBusyChats } from './busy-tenant.ts'
import { createCallBuffers, sumOf } from './call-buffers.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'

const FEW = 1_000
const MANY = 10_000
const MAX_GROWTH = 1.3
/** A connection that uses an index for the first time also reads its first page. */
const FIRST_USES = 20

const buffers = createCallBuffers()
let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness()
  clinic = await openClinic(harness)
  await addChats(1, FEW)
})
afterAll(async () => {
  await harness.close()
  buffers.restore()
})

async function addChats(from: number, to: number) {
  const { dana, omar, mei, numbers } = clinic
  const { tenantId } = await dana.get('settings.tenant')
  const tenant = { tenantId, viewerId: dana.id, colleagueIds: [omar.id, mei.id], numberId: numbers[0].id }
  const { DATABASE_URL, DATA_DIR = '' } = harness.settings
  await harness.restart(async () => {
    const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1, statementTimeoutMs: 0 }, () => {})
    await addBusyChats(database.queries, tenant, { from, to })
    await database.close()
  })
  // The session is read once and then kept for a while.
  await dana.get('users.me')
}

type Input = { body?: object; query?: Record<string, string> }
type Measured = {
  call: CallName
  input?: Input | ((chats: number) => Input)
  /** Buffers with many chats. */
  max: number
  /** Where nearly everything is read by key, another level of the indexes counts for more. */
  maxGrowth?: number
}
/** Far behind the newest messages, and more than a page in a tenant with few chats. */
const OLD = { from: '2026-01-10T00:00:00Z', to: '2026-01-24T00:00:00Z' }
const QUIET = { from: '2025-12-20T00:00:00Z', to: '2025-12-25T00:00:00Z' }
const MEASURED: Record<string, Measured> = {
  'my chats': { call: 'chats.search', input: { body: { mode: 'my' } }, max: 1_100 },
  'all chats': { call: 'chats.search', input: { body: { mode: 'all' } }, max: 1_100 },
  'the unread total': { call: 'chats.unreadTotal', max: 20 },
  'unread messages': { call: 'messages.unread', max: 550, maxGrowth: 1.4 },
  'the settings': { call: 'settings.tenant', input: { query: { contacts: '1' } }, max: 70 },
  contacts: { call: 'numbers.mobile', max: 300 },
  'lines and contacts': { call: 'numbers.search', input: { body: {} }, max: 300 },
  'contacts by digits': { call: 'numbers.search', input: { body: { term: '(303) 000-0077' } }, max: 45 },
  'a new contact': {
    call: 'numbers.addMobile',
    input: (chats) => ({ body: { number: `+1202555${1_000 + chats / 10}`, name: 'Nora New' } }),
    max: 150,
  },
  'old messages': { call: 'messages.search', input: { body: OLD }, max: 700 },
  'old messages with a word': { call: 'messages.search', input: { body: { ...OLD, term: 'desk' } }, max: 800 },
  'messages of a time without any': { call: 'messages.search', input: { body: QUIET }, max: 50 },
  'messages with a phrase': { call: 'messages.search', input: { body: { term: '"about the"' } }, max: 500 },
  // A block for each record, because here the IDs do not grow with time.
  'the state': { call: 'settings.state', max: 1_100 },
}
const buffersOfFew = new Map<string, number>()

describe.each([FEW, MANY])('with %i chats', (chats) => {
  beforeAll(async () => {
    if (chats === MANY) await addChats(FEW + 1, MANY)
  })

  test.for(Object.entries(MEASURED))('%s', async ([name, { call, input, max, maxGrowth = MAX_GROWTH }]) => {
    const given = typeof input === 'function' ? input(chats) : input
    const sum = sumOf(await buffers.during(() => clinic.dana.get(call, given)))
    const ofFew = buffersOfFew.get(name) ?? sum
    buffersOfFew.set(name, ofFew)
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(Math.min(ofFew * maxGrowth + FIRST_USES, max))
  })

  test('the settings count and list no more than the call asks for', async () => {
    const { activeChats, mobileNumbers } = await clinic.dana.get('settings.tenant', { query: { contacts: 3 } })
    expect([activeChats, mobileNumbers.length]).toEqual([MAX_COUNTED_CHATS, 3])
    expect((await clinic.dana.get('settings.tenant')).mobileNumbers).toHaveLength(1_000)
  })
})
