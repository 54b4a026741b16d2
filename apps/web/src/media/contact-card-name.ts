import { readContactCards } from '../core/contact-files/read-vcards.ts'

/** The name is near the start; a photo may follow it. */
export const CARD_START_BYTES = 16_384
const MAX_NAME_LENGTH = 100

/** The name of the first contact in a vCard. Null without one. */
export async function contactCardName(card: Uint8Array): Promise<string | null> {
  const [first] = await readContactCards(card.subarray(0, CARD_START_BYTES))
  return (
    Array.from(first?.name ?? '')
      .slice(0, MAX_NAME_LENGTH)
      .join('') || null
  )
}
