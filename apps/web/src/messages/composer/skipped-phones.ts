import type { Member } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { activePhones, inWords, isPhone } from '../people.ts'

/** How many phones a message would reach, and a sentence for each reason why it would not reach others. */
export function reachOf(members: readonly Member[]): { phones: number; skipped: string[] } {
  const active = activePhones(members)
  const optedOut = active.filter((member) => member.optedOut)
  const switchedOff = members.filter((member) => isPhone(member) && member.disabled && member.deletedOn === null)
  const sentences = [
    [optedOut, MESSAGE_TEXTS.skippedOptedOut] as const,
    [switchedOff, MESSAGE_TEXTS.skipped] as const,
  ].filter(([phones]) => phones.length > 0)
  return {
    phones: active.length - optedOut.length,
    skipped: sentences.map(([phones, sentence]) => sentence(inWords(phones.map(({ name }) => name)))),
  }
}
