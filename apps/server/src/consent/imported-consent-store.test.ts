import type { NumberId, TenantId, UserId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createRecordingDatabase } from '../../tests/recording-database.ts'
import { newId } from '../platform/index.ts'
import { addImported } from './imported-consent-store.ts'

test('a part of an import takes as many statements as one phone', async () => {
  const lineIds = Array.from({ length: 3 }, () => newId<NumberId>())
  const statementsFor = async (state: 'granted' | 'revoked', count: number) => {
    const numbers = Array.from({ length: count }, (_, at) => `+1202555${String(at).padStart(4, '0')}`)
    // Nobody has an entry.
    const recording = createRecordingDatabase(numbers.map((number) => ({ personKey: newId(), number })))
    const at = new Date()
    const statement = { state, by: newId<UserId>(), at, recordedAt: at, wording: 'Yes.', address: 'a.csv' }
    const people = { tenantId: newId<TenantId>(), lineIds, numbers }
    const added = await addImported(recording.database.queries, people, statement)
    expect(added).toHaveLength(count * lineIds.length)
    return recording.all().length
  }
  expect([await statementsFor('granted', 1), await statementsFor('granted', 500)]).toEqual([6, 6])
  expect([await statementsFor('revoked', 1), await statementsFor('revoked', 500)]).toEqual([7, 7])
})
