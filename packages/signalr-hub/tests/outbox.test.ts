import { expect, test } from 'vitest'
import { BATCH_BYTES, Outbox } from '../src/connections/outbox.ts'
import { createBatcher, createRecord } from '../src/connections/record.ts'

const record = (bytes: number) => createRecord('x'.repeat(bytes), 'Text')

test('pending records are sent together if they fill a batch exactly', () => {
  const outbox = new Outbox()
  outbox.add(record(1))
  outbox.add(record(BATCH_BYTES - 1))
  expect(outbox.take(createBatcher(), 'Text')?.payload).toHaveLength(BATCH_BYTES)
  expect(outbox.isEmpty).toBe(true)
})
