import { SegmentedMessage } from 'sms-segments-calculator'

export { kindsInWords, plainText } from './plain-text.ts'

export type Segments = {
  /** How many segments carriers bill. */
  count: number
  /** The Unicode characters that add segments, each once. */
  costly: readonly string[]
}

/** Counts segments like Twilio. */
export function segmentsOf(text: string): Segments {
  const message = new SegmentedMessage(text, 'auto')
  const count = message.segmentsCount
  const unicode = new Set(message.getNonGsmCharacters())
  const plain = message.graphemes.map((character) => (unicode.has(character) ? '?' : character)).join('')
  const isCostly = new SegmentedMessage(plain, 'auto').segmentsCount < count
  return { count, costly: isCostly ? [...unicode] : [] }
}
