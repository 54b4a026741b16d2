import { describe, expect, it } from 'vitest'
import { sampleMessage } from '../sample-messages.ts'
import type { History } from './history.ts'
import { bounded, withExcerpt, withNewer, withOlder, withoutExcerpt } from './paging.ts'

const PAGE_SIZE = 2
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => sampleMessage(from + at))
const numbers = (messages: readonly { text: string }[] = []) => messages.map(({ text }) => Number(text.split(' ')[1]))
const holding = (from: number, to: number, parts: Partial<History> = {}): History => ({
  messages: range(from, to),
  hasOlder: true,
  excerpt: null,
  changes: [],
  answers: 1,
  ...parts,
})
const shown = ({ messages, excerpt }: History) => numbers(excerpt?.messages ?? messages)

describe('paging', () => {
  it('puts older messages in front and knows when there are no more', () => {
    const more = withOlder(holding(3, 4), range(1, 2), PAGE_SIZE)
    expect(numbers(more.messages)).toEqual([1, 2, 3, 4])
    expect(more.hasOlder).toBe(true)
    expect(withOlder(more, [sampleMessage(0)], PAGE_SIZE).hasOlder).toBe(false)
  })

  it('goes to the surroundings of a message, and keeps the newest ones for the way back', () => {
    const away = withExcerpt(holding(98, 99), range(40, 42))
    expect(shown(away)).toEqual([40, 41, 42])
    expect(shown(withoutExcerpt(away))).toEqual([98, 99])
  })

  it('pages both ways from there, without touching the newest ones', () => {
    const away = withExcerpt(holding(98, 99), range(40, 42))
    const older = withOlder(away, range(38, 39), PAGE_SIZE)
    expect(shown(withNewer(older, range(43, 44), PAGE_SIZE))).toEqual([38, 39, 40, 41, 42, 43, 44])
    expect(numbers(older.messages)).toEqual([98, 99])
  })

  it('is at the end again where the pages meet the newest ones', () => {
    const met = withNewer(withExcerpt(holding(44, 46), range(40, 42)), range(43, 44), PAGE_SIZE)
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44, 45, 46])
  })

  it('is at the end, too, where nothing is left in between', () => {
    const met = withNewer(withExcerpt(holding(44, 46), range(40, 43)), [], PAGE_SIZE)
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44, 45, 46])
  })

  it('needs no other place for surroundings that reach what is held', () => {
    const met = withExcerpt(holding(42, 44), range(40, 42))
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44])
  })

  it('shows at most 1,000 messages: going back, the newest ones make room', () => {
    const back = bounded(holding(1, 1_040), 'older')
    expect(shown(back).length).toBe(1_000)
    expect(shown(back)[0]).toBe(1)
    expect(numbers(back.messages)).toEqual(numbers(range(991, 1_040)))

    const further = bounded({ ...back, excerpt: { messages: range(1, 1_050), hasOlder: false } }, 'older')
    expect(shown(further).at(-1)).toBe(1_000)
    expect(further.excerpt?.hasOlder).toBe(false)
  })

  it('shows at most 1,000 messages: going forward, the oldest ones make room and can be asked for again', () => {
    const forth = bounded(holding(1, 1_040, { hasOlder: false }), 'newer')
    expect(numbers(forth.messages)[0]).toBe(41)
    expect(forth.hasOlder).toBe(true)
    const excerpt = { messages: range(1, 1_040), hasOlder: false }
    expect(bounded(holding(2_000, 2_001, { excerpt }), 'newer').excerpt).toMatchObject({ hasOlder: true })
    expect(bounded(holding(1, 1_000), 'newer')).toEqual(holding(1, 1_000))
  })
})
