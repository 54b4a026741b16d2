import { isBlank, MESSAGE, signed } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { Segments } from './segments.ts'

export type Counted = {
  /** Below the composer: `35 characters · 1 text to each of 2 phones`. */
  text: string
  /** The same without the characters, for narrow panes. */
  short: string
  /** Characters above the limit, including the signature; 0 if it fits. */
  tooLongBy: number
}

type Parts = {
  text: string
  /** The sender's name if the tenant signs texts, otherwise null. */
  signature: string | null
  files: number
  /** How many contacts it reaches. */
  phones: number
  /** Whether there are contacts that it does not reach. */
  skips: boolean
  /** The segments of a text; null until the calculator is loaded. */
  segmentsOf: ((text: string) => Segments) | null
}

/** Whether it is too long to send. Immediate, while counting segments may take a moment. */
export function isTooLong({ text, signature }: Pick<Parts, 'text' | 'signature'>): boolean {
  return signed(text.trim(), signature).length > MESSAGE.maxLength
}

/** Describes a message before it is sent: its length, texts, and recipients. */
export function countComposition({ text, signature, files, phones, skips, segmentsOf }: Parts): Counted {
  const written = text.trim()
  const asSent = signed(written, signature)
  const tooLongBy = Math.max(0, asSent.length - MESSAGE.maxLength)
  const length = tooLongBy > 0 ? MESSAGE_TEXTS.tooLong(tooLongBy) : MESSAGE_TEXTS.characters(written.length)
  const reach = reachOf()
  const short = tooLongBy > 0 ? length : (reach ?? '')
  return {
    text: [isBlank(written) ? null : length, reach].filter((part) => part !== null).join(' · '),
    short,
    tooLongBy,
  }

  function reachOf(): string | null {
    if (phones === 0) return skips ? MESSAGE_TEXTS.noPhoneReached : MESSAGE_TEXTS.teamOnly
    if (files > 0) return MESSAGE_TEXTS.picturesToPhones(phones)
    if (isBlank(written) || segmentsOf === null) return null
    const { count, costly } = segmentsOf(asSent)
    return [
      MESSAGE_TEXTS.textsToPhones(count, phones),
      ...(costly.length > 0 ? [MESSAGE_TEXTS.costly(costly)] : []),
    ].join(', ')
  }
}
