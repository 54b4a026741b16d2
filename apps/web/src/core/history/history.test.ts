import type { ChatChange, Delivery } from '@partyline/contract'
import { describe, expect, it } from 'vitest'
import { DANA, LUIS, MARTA, ME, messageId, record, sampleMessage } from '../tests/sample-messages.ts'
import { withAnswer, withChanges, withDeliveries, withMessage, withNewest, withoutDeleted } from './history.ts'
import type { History } from './history.ts'

const numbers = (history: History) => history.messages.map(({ text }) => Number(text.split(' ')[1]))
const holding = (...indices: number[]): History => ({
  messages: indices.map((index) => sampleMessage(index)),
  hasOlder: true,
  excerpt: null,
  changes: [],
  answers: 1,
})

describe('history', () => {
  it('inserts a message by time, even if it arrives late', () => {
    expect(numbers(withMessage(holding(1, 2, 4), sampleMessage(3)))).toEqual([1, 2, 3, 4])
    expect(numbers(withMessage(holding(1, 2), sampleMessage(3)))).toEqual([1, 2, 3])
  })

  it('skips a message older than the loaded ones, unless there are no older ones', () => {
    expect(numbers(withMessage(holding(3, 4), sampleMessage(1)))).toEqual([3, 4])
    expect(numbers(withMessage({ ...holding(3, 4), hasOlder: false }, sampleMessage(1)))).toEqual([1, 3, 4])
  })

  it('replaces a message with its newest version', () => {
    const history = withMessage(holding(1, 2), sampleMessage(2, { text: 'Message 2 again' }))
    expect(history.messages).toHaveLength(2)
    expect(history.messages[1]?.text).toBe('Message 2 again')
  })

  it('keeps a message from an event when the response to its send arrives later', () => {
    const failed = sampleMessage(2, { delivery: [record(MARTA, 'failed')] })
    const history = withMessage(holding(1), failed)
    expect(withAnswer(history, sampleMessage(2, { delivery: [record(MARTA, 'queued')] }))).toBe(history)
    expect(numbers(withAnswer(history, sampleMessage(3)))).toEqual([1, 2, 3])
  })

  it('applies changed delivery records and drops removed ones', () => {
    const history = {
      ...holding(1),
      messages: [sampleMessage(2, { delivery: [record(MARTA, 'sent'), record(DANA, 'read')] })],
    }
    const changed = withDeliveries(history, {
      changed: [{ ...record(MARTA, 'delivered'), messageId: messageId(2) }],
      removed: [{ messageId: messageId(2), memberId: DANA }],
    })
    expect(changed.messages[0]?.delivery).toEqual([record(MARTA, 'delivered')])
  })

  it('keeps the order of delivery records, whichever changes first', () => {
    const delivery = [record(DANA, 'read'), record(MARTA, 'queued'), record(LUIS, 'queued')]
    const history = { ...holding(1), messages: [sampleMessage(2, { delivery })] }
    const change = (...records: Delivery[]) => ({
      changed: records.map((changed) => ({ ...changed, messageId: messageId(2) })),
      removed: [],
    })
    const sooner = withDeliveries(history, change(record(LUIS, 'sent'), record(ME, 'read')))
    const later = withDeliveries(sooner, change(record(MARTA, 'sent')))
    expect(later.messages[0]?.delivery.map(({ memberId }) => memberId)).toEqual([DANA, MARTA, LUIS, ME])
  })

  it('returns the same object if a change concerns messages that are not loaded', () => {
    const history = holding(1)
    expect(
      withDeliveries(history, { changed: [{ ...record(MARTA, 'sent'), messageId: messageId(9) }], removed: [] }),
    ).toBe(history)
  })

  it('keeps loaded older messages if the newest page overlaps them', () => {
    const fresh = withNewest(holding(1, 2, 3, 4), [sampleMessage(3), sampleMessage(4), sampleMessage(5)], 3)
    expect(numbers(fresh)).toEqual([1, 2, 3, 4, 5])
  })

  it('drops older messages rather than show a gap', () => {
    const fresh = withNewest(holding(1, 2), [sampleMessage(8), sampleMessage(9)], 2)
    expect(numbers(fresh)).toEqual([8, 9])
    expect(fresh.hasOlder).toBe(true)
  })

  it('drops messages that were deleted since they were fetched', () => {
    const before = sampleMessage(3).sentOn
    const history = { ...holding(2, 3, 4), excerpt: { messages: [sampleMessage(1)], hasOlder: true } }
    expect(withoutDeleted(history, before)).toEqual(holding(3, 4))
  })

  it('updates messages of an excerpt, too', () => {
    const history = { ...holding(8, 9), excerpt: { messages: [sampleMessage(1), sampleMessage(2)], hasOlder: true } }
    const record2 = { ...record(MARTA, 'delivered'), messageId: messageId(2) }
    const { excerpt } = withDeliveries(history, { changed: [record2], removed: [] })
    expect(excerpt?.messages[1]?.delivery).toEqual([record(MARTA, 'delivered')])
    expect(withMessage(history, sampleMessage(2, { text: 'Message 2 again' })).excerpt?.messages[1]?.text).toBe(
      'Message 2 again',
    )
  })

  it('does not append a new message to an excerpt', () => {
    const history = { ...holding(8, 9), excerpt: { messages: [sampleMessage(1)], hasOlder: true } }
    const changed = withMessage(history, sampleMessage(10))
    expect(numbers(changed)).toEqual([8, 9, 10])
    expect(changed.excerpt?.messages).toHaveLength(1)
  })

  it('keeps chat changes from events until the newest page is fetched again', () => {
    const renamed: ChatChange = {
      id: messageId(5) as string as ChatChange['id'],
      at: '2026-11-20T09:05:00.000Z',
      by: null,
      kind: 'relayOn',
    }
    const told = withChanges(holding(1), [renamed])
    expect(told.changes).toEqual([renamed])
    expect(withNewest(told, [sampleMessage(1)], 50)).toMatchObject({ changes: [], answers: 2 })
  })
})
