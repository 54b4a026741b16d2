import { describe, expect, test } from 'vitest'
import { figuresIn, tablesOf } from './compare.ts'
import { figure, figureWithRange } from './figures.ts'
import { formatReport } from './report.ts'
import { inAlternatingOrder } from './rounds.ts'
import { percentile, spreadOf } from './statistics.ts'
import { processorTime, stolenBetween } from './stolen-time.ts'
import { formatTable } from './table.ts'

describe('the harness', () => {
  test('every second round runs in reverse order, and results stay with their contestant', async () => {
    const order: string[] = []
    const results = await inAlternatingOrder(['a', 'b', 'c'], 3, async (name, round) => {
      order.push(name)
      return `${name}${round}`
    })
    expect(order.join('')).toBe('abccbaabc')
    expect([...results]).toEqual([
      ['a', ['a0', 'a1', 'a2']],
      ['b', ['b0', 'b1', 'b2']],
      ['c', ['c0', 'c1', 'c2']],
    ])
  })

  test('the median of an even number of rounds is between the two in the middle', () => {
    expect(spreadOf([9, 1, 3])).toEqual({ median: 3, lowest: 1, highest: 9 })
    expect(spreadOf([9, 1, 3, 5])).toEqual({ median: 4, lowest: 1, highest: 9 })
  })

  test('a percentile is a measured value', () => {
    const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1)
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile(Float64Array.of(7), 0.99)).toBe(7)
    expect(percentile(new Float64Array(), 0.5)).toBeNaN()
  })

  test.each([
    [0.904, '0.90'],
    [4.306, '4.31'],
    [15, '15.0'],
    [229, '229'],
    [9_994, '9994'],
    [229_400, '229k'],
    [1_571_000, '1.57M'],
    [-11.66, '-11.7'],
    [Number.NaN, '–'],
  ])('%d is formatted as %s', (value, text) => {
    expect(figure(value)).toBe(text)
  })

  test('a range has the lowest and highest round', () => {
    expect(figureWithRange({ median: 2, lowest: 1, highest: 3 })).toBe('2.00 (1.00 to 3.00)')
  })

  test('stolen processor time is reported', () => {
    const before = processorTime('cpu  100 10 50 800 5 0 0 40 0 0\ncpu0 50 5 25 400 2 0 0 20 0 0\n')
    expect(before).toEqual({ used: 160, stolen: 40 })
    expect(stolenBetween(before, { used: 235, stolen: 65 })).toEqual([expect.stringContaining(' 25 % ')])
    expect(stolenBetween(processorTime(''), before)).toEqual([])
    expect(stolenBetween(before, before)).toEqual([expect.stringContaining(' 0 % ')])
  })

  test('a table is Markdown with names aligned left and figures right', () => {
    const table = formatTable({ title: 'T', head: ['server', 'a'], rows: [['ours', '12.3']] })
    expect(table.split('\n')).toEqual(['### T', '', '| server |    a |', '| ------ | ---: |', '| ours   | 12.3 |', ''])
  })
})

describe('a comparison of two checkouts', () => {
  const report = (sent: string, ms: string) =>
    formatReport({
      machine: ['2 cores'],
      tables: [
        {
          title: '32 at once',
          head: ['', 'a second', 'p50 / p99 ms', 'frame: p50 / p99 ms'],
          rows: [
            ['send', sent, ms, '3 / 4'],
            ['bare commit', '–', '1.00 / 2.00', '–'],
          ],
        },
      ],
      goals: [{ text: 'a goal', measured: '7 ms', met: true }],
    })

  test('reads every figure of a report but those of its goals', () => {
    expect(figuresIn(report('12.5k (9000 to 13.1k)', '14.1 / 28.8'))).toEqual(
      new Map([
        [
          '32 at once',
          new Map([
            ['send: a second', 12_500],
            ['send: p50', 14.1],
            ['send: p99 ms', 28.8],
            ['send: frame: p50', 3],
            ['send: frame: p99 ms', 4],
            ['bare commit: p50', 1],
            ['bare commit: p99 ms', 2],
          ]),
        ],
      ]),
    )
  })

  test('several figures in a cell are told apart in every column', () => {
    const table = formatTable({
      title: 'A page',
      head: ['', 'small', 'large'],
      rows: [['a key, p50 / p95 ms', '1 / 2', '3 / 4']],
    })
    const row = 'a key, p50 / p95 ms'
    expect([...(figuresIn(`#### A page\n\n${table}`).get('A page') ?? [])]).toEqual([
      [`${row}: small`, 1],
      [`${row}: small, 2`, 2],
      [`${row}: large`, 3],
      [`${row}: large, 2`, 4],
    ])
  })

  test('has the medians, and the ratios of runs that belong together', () => {
    const [before, now] = [
      ['100', '300', '200'],
      ['200', '900', '800'],
    ].map((runs) => runs.map((sent) => figuresIn(report(sent, '1 / 2'))))
    const tables = tablesOf(before ?? [], now ?? [])
    expect(tables[0]?.rows[0]).toEqual(['send: a second', '200', '800', '3.00 (2.00 to 4.00)'])
    expect(formatReport({ machine: [], tables, goals: [] })).not.toContain('Goals')
  })
})
