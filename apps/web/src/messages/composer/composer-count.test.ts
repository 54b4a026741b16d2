import { describe, expect, it } from 'vitest'
import { countComposition, isTooLong } from './composer-count.ts'
import type { Segments } from './count-segments.ts'
import { kindsInWords, plainText } from './plain-text.ts'

type Parts = Partial<Parameters<typeof countComposition>[0]> & { segmentsOf?: (text: string) => Segments }

const count = ({ segmentsOf = (text) => ({ count: Math.ceil(text.length / 160), costly: [] }), ...parts }: Parts) =>
  countComposition({
    text: 'Booked: Thursday 3:30 with Dr. Lee.',
    signature: null,
    files: 0,
    phones: 2,
    skips: false,
    counter: { segmentsOf, plainText, kindsInWords },
    ...parts,
  })

describe('countComposition', () => {
  it('shows how many texts go to how many contacts', () => {
    expect(count({}).text).toBe('35 characters · 1 text to each of 2 phones')
    expect(count({ phones: 1, text: 'a'.repeat(161) }).text).toBe('161 characters · 2 texts to 1 phone')
  })

  it('counts the signature', () => {
    const text = 'a'.repeat(155)
    expect(count({ text, signature: null }).short).toBe('1 text to each of 2 phones')
    expect(count({ text, signature: 'Ana Lopez' }).short).toBe('2 texts to each of 2 phones')
  })

  it('names what makes the text longer', () => {
    const segmentsOf = () => ({ count: 2, costly: ['’', '😀'] })
    expect(count({ segmentsOf }).short).toBe('2 texts to each of 2 phones · curly quotes and emoji make this longer')
    expect(count({ segmentsOf }).saved).toBe(0)
  })

  it('counts the texts that plain characters save, with the signature', () => {
    const segmentsOf = (text: string) => ({
      count: text.includes('’') ? 5 : text.includes('Ana') ? 2 : 1,
      costly: ['’'],
    })
    expect(count({ segmentsOf, text: 'It’s' }).saved).toBe(4)
    expect(count({ segmentsOf, text: 'It’s', signature: 'Ana' }).saved).toBe(3)
    expect(count({ segmentsOf, text: 'It’s', signature: 'Ana’s' }).saved).toBe(0)
    expect(count({ segmentsOf, text: 'It’s', files: 1 }).saved).toBe(0)
  })

  it('counts the characters above the limit, including the signature', () => {
    expect(count({ text: 'a'.repeat(1_600) }).tooLongBy).toBe(0)
    const signed = { text: 'a'.repeat(1_600), signature: 'Ana' }
    expect(count(signed).tooLongBy).toBe('\n- Ana'.length)
    // As the server does, also where no contact is reached.
    expect(count({ ...signed, phones: 0 }).tooLongBy).toBe('\n- Ana'.length)
    expect(count({ text: 'a'.repeat(1_601) }).short).toBe('1 character too many')
  })

  it('agrees with isTooLong', () => {
    for (const length of [1_595, 1_600, 1_601]) {
      for (const signature of [null, 'Ana']) {
        const parts = { text: 'a'.repeat(length), signature, phones: 2 }
        expect(isTooLong(parts)).toBe(count(parts).tooLongBy > 0)
      }
    }
  })

  it('counts a message with pictures as a picture message', () => {
    expect(count({ files: 1, text: '' }).text).toBe('1 picture message to each of 2 phones')
  })

  it('shows that no contact gets the message if the chat has none or all are skipped', () => {
    expect(count({ phones: 0, text: '' }).text).toBe('Internal: no contacts in this chat')
    expect(count({ phones: 0, skips: true, text: '' }).text).toBe('No contact gets this')
  })

  it('omits the number of texts until the calculator is loaded', () => {
    expect(count({ counter: null }).text).toBe('35 characters')
  })
})
