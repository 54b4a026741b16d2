import type { NumberId, TenantId, UserId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { createRecordingDatabase } from '../../tests/recording-database.ts'
import { newId } from '../platform/index.ts'
import { addImported } from './imported-consent-store.ts'

test('a part of an import takes as many statements as one phone', async () => {
  const lineIds = Array.from({ length: 3 }, () => newId<NumberId>())
  const statementsFor = async (count: number) => {
    const numbers = Array.from({ length: count }, (_, at) => `+1202555${String(at).padStart(4, '0')}`)
    // Nobody has an entry.
    const recording = createRecordingDatabase(numbers.map((number) => ({ personKey: newId(), number })))
    const statement = { by: newId<UserId>(), at: new Date(), recordedAt: new Date(), wording: 'Yes.', address: 'a.csv' }
    const people = { tenantId: newId<TenantId>(), lineIds, numbers }
    const added = await addImported(recording.database.queries, people, statement)
    expect(added).toHaveLength(count * lineIds.length)
    return recording.all().length
  }
  expect([await statementsFor(1), await statementsFor(500)]).toEqual([5, 5])
})
