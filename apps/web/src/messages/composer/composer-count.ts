import { MESSAGE, signed } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { Segments } from './segments.ts'

export type Counted = {
  /** For the composer's foot: `35 characters · 1 text to each of 2 phones`. */
  text: string
  /** The same without the characters, for narrow panes. */
  short: string
  /** Characters above the limit, signature included. 0 where it fits. */
  tooLongBy: number
}

type Parts = {
  text: string
  /** The sender's name where the tenant adds it below the text, otherwise null. */
  signature: string | null
  files: number
  /** How many phones it reaches. */
  phones: number
  /** Whether there are phones that it does not reach. */
  skips: boolean
  /** How many texts the phone is billed for; null until the calculator is loaded. */
  segmentsOf: ((text: string) => Segments) | null
}

/** What phones get. */
const onPhonesOf = ({ text, signature, phones }: Pick<Parts, 'text' | 'signature' | 'phones'>) =>
  signed(text.trim(), phones > 0 ? signature : null)

/** Whether it may be sent, as far as its length goes: at once, where counting texts may take a moment. */
export function isTooLong(parts: Pick<Parts, 'text' | 'signature' | 'phones'>): boolean {
  return onPhonesOf(parts).length > MESSAGE.maxLength
}

/** Says before sending what it will be: how long, how many texts, to how many phones. */
export function countComposition({ text, signature, files, phones, skips, segmentsOf }: Parts): Counted {
  const written = text.trim()
  const onPhones = onPhonesOf({ text, signature, phones })
  const tooLongBy = Math.max(0, onPhones.length - MESSAGE.maxLength)
  const length = tooLongBy > 0 ? MESSAGE_TEXTS.tooLong(tooLongBy) : MESSAGE_TEXTS.characters(written.length)
  const reach = reachOf()
  const short = tooLongBy > 0 ? length : (reach ?? '')
  return { text: [written === '' ? null : length, reach].filter((part) => part !== null).join(' · '), short, tooLongBy }

  function reachOf(): string | null {
    if (phones === 0) return skips ? MESSAGE_TEXTS.noPhoneReached : MESSAGE_TEXTS.teamOnly
    if (files > 0) return MESSAGE_TEXTS.picturesToPhones(phones)
    if (written === '' || segmentsOf === null) return null
    const { count, costly } = segmentsOf(onPhones)
    return [
      MESSAGE_TEXTS.textsToPhones(count, phones),
      ...(costly.length > 0 ? [MESSAGE_TEXTS.costly(costly)] : []),
    ].join(', ')
  }
}
