import { isBlank, MESSAGE, signed } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { SegmentCounter } from './segments.ts'

export type Counted = {
  /** Below the composer: `35 characters · 1 text to each of 2 phones`. */
  text: string
  /** The same without the characters, for narrow panes. */
  short: string
  /** Characters above the limit, including the signature; 0 if it fits. */
  tooLongBy: number
  /** Whether its characters make it longer. */
  isCostly: boolean
  /** How many texts fewer it would be with plain characters. */
  saved: number
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
  /** Null until it is loaded. */
  counter: SegmentCounter | null
}

/** Whether it is too long to send. Immediate, while counting segments may take a moment. */
export function isTooLong({ text, signature }: Pick<Parts, 'text' | 'signature'>): boolean {
  return signed(text.trim(), signature).length > MESSAGE.maxLength
}

/** Describes a message before it is sent: its length, texts, and recipients. */
export function countComposition({ text, signature, files, phones, skips, counter }: Parts): Counted {
  const written = text.trim()
  const asSent = signed(written, signature)
  const tooLongBy = Math.max(0, asSent.length - MESSAGE.maxLength)
  const length = tooLongBy > 0 ? MESSAGE_TEXTS.tooLong(tooLongBy) : MESSAGE_TEXTS.characters(written.length)
  const { reach, isCostly = false, saved = 0 } = reachOf()
  const short = tooLongBy > 0 ? length : (reach ?? '')
  return {
    text: [isBlank(written) ? null : length, reach].filter((part) => part !== null).join(' · '),
    short,
    tooLongBy,
    isCostly,
    saved,
  }

  function reachOf(): { reach: string | null } & Partial<Pick<Counted, 'isCostly' | 'saved'>> {
    if (phones === 0) return { reach: skips ? MESSAGE_TEXTS.noPhoneReached : MESSAGE_TEXTS.teamOnly }
    if (files > 0) return { reach: MESSAGE_TEXTS.picturesToPhones(phones) }
    if (isBlank(written) || counter === null) return { reach: null }
    const { segmentsOf, plainText, kindsInWords } = counter
    const { count, costly } = segmentsOf(asSent)
    const texts = MESSAGE_TEXTS.textsToPhones(count, phones)
    if (costly.length === 0) return { reach: texts }
    const plain = signed(plainText(written), signature)
    return {
      reach: `${texts} · ${MESSAGE_TEXTS.makesLonger(kindsInWords(costly))}`,
      isCostly: true,
      saved: plain === asSent ? 0 : Math.max(0, count - segmentsOf(plain).count),
    }
  }
}
