import { describe, expect, it } from 'vitest'
import { countComposition, isTooLong } from './composer-count.ts'

const count = (parts: Partial<Parameters<typeof countComposition>[0]>) =>
  countComposition({
    text: 'Booked: Thursday 3:30 with Dr. Lee.',
    signature: null,
    files: 0,
    phones: 2,
    skips: false,
    segmentsOf: (text) => ({ count: Math.ceil(text.length / 160), costly: [] }),
    ...parts,
  })

describe('countComposition', () => {
  it('says how many texts go to how many phones', () => {
    expect(count({}).text).toBe('35 characters · 1 text to each of 2 phones')
    expect(count({ phones: 1, text: 'a'.repeat(161) }).text).toBe('161 characters · 2 texts to 1 phone')
  })

  it('counts the signature that phones get', () => {
    const text = 'a'.repeat(155)
    expect(count({ text, signature: null }).short).toBe('1 text to each of 2 phones')
    expect(count({ text, signature: 'Ana Lopez' }).short).toBe('2 texts to each of 2 phones')
  })

  it('names the characters that cost a text more', () => {
    const segmentsOf = () => ({ count: 2, costly: ['’', '😀', 'ł', 'ő'] })
    expect(count({ segmentsOf }).short).toBe('2 texts to each of 2 phones, ’ 😀 ł make this longer')
  })

  it('says how far a text is above the limit, signature included', () => {
    expect(count({ text: 'a'.repeat(1_600) }).tooLongBy).toBe(0)
    expect(count({ text: 'a'.repeat(1_600), signature: 'Ana' }).tooLongBy).toBe('\n- Ana'.length)
    expect(count({ text: 'a'.repeat(1_601) }).short).toBe('1 character too many')
  })

  it('takes a text for too long exactly where it says so', () => {
    for (const length of [1_595, 1_600, 1_601]) {
      for (const signature of [null, 'Ana']) {
        const parts = { text: 'a'.repeat(length), signature, phones: 2 }
        expect(isTooLong(parts)).toBe(count(parts).tooLongBy > 0)
      }
    }
  })

  it('calls a message with pictures by its name', () => {
    expect(count({ files: 1, text: '' }).text).toBe('1 picture message to each of 2 phones')
  })

  it('says that nobody outside reads where there is no phone', () => {
    expect(count({ phones: 0, text: '' }).text).toBe('Internal: no contacts in this chat')
    expect(count({ phones: 0, skips: true, text: '' }).text).toBe('No contact gets this')
  })

  it('waits with the number of texts until the calculator is loaded', () => {
    expect(count({ segmentsOf: null }).text).toBe('35 characters')
  })
})
