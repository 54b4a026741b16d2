import { later } from '../../platform/later.ts'

export type Segments = {
  /** How many texts a phone's operator makes of it. */
  count: number
  /** The characters that make it more texts than it would be without them, each once: they need Unicode. */
  costly: readonly string[]
}

/** Counts as Twilio does. */
export const loadSegments = later(async (): Promise<(text: string) => Segments> => {
  const { SegmentedMessage } = await import('sms-segments-calculator')
  return (text) => {
    const message = new SegmentedMessage(text, 'auto')
    const count = message.segmentsCount
    const unicode = new Set(message.getNonGsmCharacters())
    const plain = message.graphemes.map((character) => (unicode.has(character) ? '?' : character)).join('')
    const isCostly = new SegmentedMessage(plain, 'auto').segmentsCount < count
    return { count, costly: isCostly ? [...unicode] : [] }
  }
})
