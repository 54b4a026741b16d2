import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../outbox/outgoing.ts'
import { ME, sampleMessage } from '../sample-messages.ts'
import { arrivals, isReplaced, isShifted } from './row-changes.ts'
import type { TranscriptRow } from './transcript-rows.ts'

const row = (index: number, parts: Partial<TranscriptRow> = {}): TranscriptRow => ({
  key: String(index),
  message: sampleMessage(index),
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
const onItsWay = row(9, { mine: true, outgoing: {} as Outgoing })

describe('isShifted', () => {
  it('is so when older messages came in front, or were let go', () => {
    expect(isShifted([row(3), row(4)], [row(1), row(2), row(3), row(4)])).toBe(true)
    expect(isShifted([row(1), row(2), row(3)], [row(2), row(3)])).toBe(true)
  })

  it('is not so for a new message, the first messages, or none', () => {
    expect(isShifted([row(3)], [row(3), row(4)])).toBe(false)
    expect(isShifted([], [row(1)])).toBe(false)
    expect(isShifted([row(3), row(4)], [row(3)])).toBe(false)
  })
})

describe('isReplaced', () => {
  it('is so when the person went to another time', () => {
    expect(isReplaced([row(8), row(9)], [row(1), row(2)])).toBe(true)
  })

  it('is not so while either end is still there', () => {
    expect(isReplaced([row(3), row(4)], [row(1), row(2), row(3)])).toBe(false)
    expect(isReplaced([row(3), row(4)], [row(4), row(5)])).toBe(false)
    expect(isReplaced([], [row(1)])).toBe(false)
  })
})

describe('arrivals', () => {
  const texts = (before: TranscriptRow[], after: TranscriptRow[]) => arrivals(before, after).map(({ key }) => key)

  it('are what others wrote after what was there', () => {
    expect(texts([row(1)], [row(1), mine(2), row(3)])).toEqual(['3'])
  })

  it('are not the older messages that were asked for, nor what one writes oneself', () => {
    expect(texts([row(3)], [row(1), row(2), row(3)])).toEqual([])
    expect(texts([row(1)], [row(1), onItsWay])).toEqual([])
  })

  it('are also the first message of a chat', () => {
    expect(texts([], [row(1), row(2)])).toEqual(['1', '2'])
    expect(texts([onItsWay], [row(1), onItsWay])).toEqual(['1'])
  })

  it('are not what was said where the person went to', () => {
    expect(texts([row(8)], [row(1), row(2)])).toEqual([])
  })

  it('come after what is held by the server, also while a message is on its way', () => {
    expect(texts([row(1), onItsWay], [row(1), row(2), onItsWay])).toEqual(['2'])
  })
})
