import { lazyChunk } from '../../platform/chunks.ts'

export type Segments = {
  /** How many segments carriers bill. */
  count: number
  /** The Unicode characters that add segments, each once. */
  costly: readonly string[]
}

/** Counts segments like Twilio. */
export const loadSegments = lazyChunk(
  async (): Promise<(text: string) => Segments> => {
    const { SegmentedMessage } = await import('sms-segments-calculator')
    return (text) => {
      const message = new SegmentedMessage(text, 'auto')
      const count = message.segmentsCount
      const unicode = new Set(message.getNonGsmCharacters())
      const plain = message.graphemes.map((character) => (unicode.has(character) ? '?' : character)).join('')
      const isCostly = new SegmentedMessage(plain, 'auto').segmentsCount < count
      return { count, costly: isCostly ? [...unicode] : [] }
    }
  },
  { soon: true },
)
