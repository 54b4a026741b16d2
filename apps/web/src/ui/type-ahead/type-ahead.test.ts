import { describe, expect, it } from 'vitest'
import { createTypeAhead, typedOption } from './type-ahead.ts'

const NUMBERS = ['Back office', 'Billing', 'Front desk', 'Bookings']

describe('type-ahead', () => {
  it('joins characters typed less than 350 ms apart', () => {
    let now = 0
    const type = createTypeAhead(() => now)
    expect(type('B')).toBe('b')
    now += 349
    expect(type('i')).toBe('bi')
    now += 350
    expect(type('f')).toBe('f')
  })

  it('finds the option that starts with the typed text', () => {
    expect(typedOption(NUMBERS, -1, 'f')).toBe(2)
    expect(typedOption(NUMBERS, 0, 'bi')).toBe(1)
    expect(typedOption(NUMBERS, 1, 'bi')).toBe(1)
    expect(typedOption(NUMBERS, 1, 'x')).toBe(-1)
    expect(typedOption([], -1, 'x')).toBe(-1)
  })

  it('cycles through the options that start with the same letter', () => {
    expect(typedOption(NUMBERS, 1, 'b')).toBe(3)
    expect(typedOption(NUMBERS, 3, 'bb')).toBe(0)
  })
})
