import type { TenantId } from '@partyline/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertQueuedText } from '../../../../tests/queued-text.ts'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { createLog, newId } from '../../../platform/index.ts'
import type { Clock, Database } from '../../../platform/index.ts'
import type { Deliver } from './deliver.ts'
import type { OutageGuard } from './outage-guard.ts'
import { createSender } from './sender.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const uncalled = () => {
  throw new Error('Nobody asks.')
}

test('a message of a tenant that has as much under way as it may lets nobody look at the queue', async () => {
  const { tenantId } = await insertQueuedText(database.queries, { number: '+12025550142', at: new Date() })
  const answered = Promise.withResolvers<void>()
  const send = vi.fn<Deliver['send']>(() => answered.promise)
  // Every look asks who is paused, and ends with a later one.
  const paused = vi.fn<OutageGuard['paused']>(() => [])
  const later = vi.fn<Clock['after']>(() => () => {})
  const sender = createSender({
    queries: database.queries,
    deliver: { send, giveUp: uncalled },
    outages: { atOnce: () => 1, paused, isPaused: uncalled, note: uncalled, stop: uncalled },
    busyLanes: { resting: () => [], note: uncalled },
    clock: { now: () => new Date(), after: later },
    log: createLog('silent'),
  })
  sender.start()
  await vi.waitFor(() => expect(later).toHaveBeenCalled(), { timeout: 30_000 })
  expect(send).toHaveBeenCalledOnce()

  paused.mockClear()
  sender.wake([tenantId])
  expect(paused).not.toHaveBeenCalled()
  sender.wake([tenantId, newId<TenantId>()])
  expect(paused).toHaveBeenCalledOnce()
  answered.resolve()
  await sender.stop()
})
