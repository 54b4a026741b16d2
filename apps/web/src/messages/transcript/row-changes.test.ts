import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../../core/outbox/outgoing.ts'
import { ME, sampleMessage } from '../../core/tests/sample-messages.ts'
import { arrivals, createSameRows, isReplaced, isShifted } from './row-changes.ts'
import type { TranscriptRow } from './transcript-rows.ts'

const row = (index: number, parts: Partial<TranscriptRow> = {}): TranscriptRow => ({
  key: String(index),
  message: sampleMessage(index),
  note: null,
  mentionsMe: false,
  author: undefined,
  mine: false,
  side: 'theirs',
  startsDay: false,
  before: [],
  above: [],
  below: [],
  startsGroup: true,
  newFromHere: 0,
  outgoing: null,
  previews: [],
  ...parts,
})
const mine = (index: number) => row(index, { mine: true, message: sampleMessage(index, { sentBy: ME }) })
const shownOutgoing = row(9, { mine: true, outgoing: {} as Outgoing })

describe('isShifted', () => {
  it('is true if older messages were prepended or dropped', () => {
    expect(isShifted([row(3), row(4)], [row(1), row(2), row(3), row(4)])).toBe(true)
    expect(isShifted([row(1), row(2), row(3)], [row(2), row(3)])).toBe(true)
  })

  it('is false if messages were appended, first loaded, or removed at the end', () => {
    expect(isShifted([row(3)], [row(3), row(4)])).toBe(false)
    expect(isShifted([], [row(1)])).toBe(false)
    expect(isShifted([row(3), row(4)], [row(3)])).toBe(false)
  })
})

describe('isReplaced', () => {
  it('is true if the user jumped to another time', () => {
    expect(isReplaced([row(8), row(9)], [row(1), row(2)])).toBe(true)
  })

  it('is false if either end is still shown, or nothing was shown before', () => {
    expect(isReplaced([row(3), row(4)], [row(1), row(2), row(3)])).toBe(false)
    expect(isReplaced([row(3), row(4)], [row(4), row(5)])).toBe(false)
    expect(isReplaced([], [row(1)])).toBe(false)
  })
})

describe('arrivals', () => {
  const texts = (before: TranscriptRow[], after: TranscriptRow[]) => arrivals(before, after).map(({ key }) => key)

  it('are messages from others after those shown before', () => {
    expect(texts([row(1)], [row(1), mine(2), row(3)])).toEqual(['3'])
  })

  it('exclude older messages and the user’s own', () => {
    expect(texts([row(3)], [row(1), row(2), row(3)])).toEqual([])
    expect(texts([row(1)], [row(1), shownOutgoing])).toEqual([])
  })

  it('include the first messages of a chat', () => {
    expect(texts([], [row(1), row(2)])).toEqual(['1', '2'])
    expect(texts([shownOutgoing], [row(1), shownOutgoing])).toEqual(['1'])
  })

  it('exclude messages at a time that the user jumped to', () => {
    expect(texts([row(8)], [row(1), row(2)])).toEqual([])
  })

  it('include messages that are inserted before an outgoing one', () => {
    expect(texts([row(1), shownOutgoing], [row(1), row(2), shownOutgoing])).toEqual(['2'])
  })
})

describe('createSameRows', () => {
  it('keeps the rows that are equal, wherever they are, and takes the others', () => {
    const sameRows = createSameRows()
    const [one] = sameRows([row(1), row(2)])
    const changed = row(2, { startsGroup: false })
    const after = sameRows([row(0), { ...one!, above: [] }, changed])
    expect(after[1]).toBe(one)
    expect(after[2]).toBe(changed)
  })

  it('takes a row whose list has other items', () => {
    const sameRows = createSameRows()
    sameRows([row(1, { previews: ['blob:1'] })])
    expect(sameRows([row(1, { previews: ['blob:2'] })])[0]?.previews).toEqual(['blob:2'])
  })
})
