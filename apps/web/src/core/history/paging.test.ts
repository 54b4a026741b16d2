import { describe, expect, it } from 'vitest'
import { sampleMessage } from '../tests/sample-messages.ts'
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
  it('prepends older messages and detects the last page', () => {
    const more = withOlder(holding(3, 4), range(1, 2), PAGE_SIZE)
    expect(numbers(more.messages)).toEqual([1, 2, 3, 4])
    expect(more.hasOlder).toBe(true)
    expect(withOlder(more, [sampleMessage(0)], PAGE_SIZE).hasOlder).toBe(false)
  })

  it('shows an excerpt, and keeps the newest messages for the way back', () => {
    const away = withExcerpt(holding(98, 99), range(40, 42))
    expect(shown(away)).toEqual([40, 41, 42])
    expect(shown(withoutExcerpt(away))).toEqual([98, 99])
  })

  it('pages an excerpt both ways without touching the newest messages', () => {
    const away = withExcerpt(holding(98, 99), range(40, 42))
    const older = withOlder(away, range(38, 39), PAGE_SIZE)
    expect(shown(withNewer(older, range(43, 44), PAGE_SIZE))).toEqual([38, 39, 40, 41, 42, 43, 44])
    expect(numbers(older.messages)).toEqual([98, 99])
  })

  it('ends the excerpt when its pages meet the newest messages', () => {
    const met = withNewer(withExcerpt(holding(44, 46), range(40, 42)), range(43, 44), PAGE_SIZE)
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44, 45, 46])
  })

  it('ends the excerpt when no messages are left in between', () => {
    const met = withNewer(withExcerpt(holding(44, 46), range(40, 43)), [], PAGE_SIZE)
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44, 45, 46])
  })

  it('creates no excerpt if the fetched messages overlap the loaded ones', () => {
    const met = withExcerpt(holding(42, 44), range(40, 42))
    expect(met.excerpt).toBeNull()
    expect(numbers(met.messages)).toEqual([40, 41, 42, 43, 44])
  })

  it('shows at most 1,000 messages, dropping the newest when paging back', () => {
    const back = bounded(holding(1, 1_040), 'older')
    expect(shown(back).length).toBe(1_000)
    expect(shown(back)[0]).toBe(1)
    expect(numbers(back.messages)).toEqual(numbers(range(991, 1_040)))

    const further = bounded({ ...back, excerpt: { messages: range(1, 1_050), hasOlder: false } }, 'older')
    expect(shown(further).at(-1)).toBe(1_000)
    expect(further.excerpt?.hasOlder).toBe(false)
  })

  it('shows at most 1,000 messages, dropping the oldest when paging forward, which can be fetched again', () => {
    const forth = bounded(holding(1, 1_040, { hasOlder: false }), 'newer')
    expect(numbers(forth.messages)[0]).toBe(41)
    expect(forth.hasOlder).toBe(true)
    const excerpt = { messages: range(1, 1_040), hasOlder: false }
    expect(bounded(holding(2_000, 2_001, { excerpt }), 'newer').excerpt).toMatchObject({ hasOlder: true })
    expect(bounded(holding(1, 1_000), 'newer')).toEqual(holding(1, 1_000))
  })
})
