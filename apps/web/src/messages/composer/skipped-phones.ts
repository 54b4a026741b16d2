import { takesReplies } from '@partyline/contract'
import type { Member } from '@partyline/contract'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { activePhones, inWords, isPhone, shortNames } from '../../core/people.ts'

type Reach = {
  /** How many contacts a message would reach. */
  phones: number
  /** A sentence for each reason why it would skip others. */
  skipped: string[]
  /** A sentence for each reason why it would be refused as a whole: people would not notice a gap among several contacts. */
  refused: string[]
}

/** Which contacts a message would reach, and why it would not reach others. */
export function reachOf(members: readonly Member[]): Reach {
  const active = activePhones(members)
  const oneWay = active.filter(isOneWay)
  const optedOut = active.filter((member) => member.optedOut && !isOneWay(member))
  const isStopped = optedOut.length > 0 && optedOut.length === active.length
  const blocked = active.filter(isBlocked)
  // Contacts who opted out are skipped, but at least one must remain.
  const isBlockedForAll =
    blocked.length > 0 && active.every((member) => isBlocked(member) || member.optedOut || isOneWay(member))
  const switchedOff = members.filter((member) => isPhone(member) && member.disabled && member.deletedOn === null)
  const sentences = [
    [oneWay, MESSAGE_TEXTS.skippedOneWay] as const,
    [isStopped ? [] : optedOut.filter(hasTextedStop), MESSAGE_TEXTS.skippedOptedOut] as const,
    [isStopped ? [] : optedOut.filter(isByHand), MESSAGE_TEXTS.skippedOptedOutByHand] as const,
    [isBlockedForAll ? [] : blocked, MESSAGE_TEXTS.skippedWithoutConsent] as const,
    [switchedOff, MESSAGE_TEXTS.skipped] as const,
  ].filter(([phones]) => phones.length > 0)
  const texted = textedPhones(members)
  const barred = Map.groupBy(texted, (member) => member.barred)
  barred.delete(null)
  return {
    phones: barred.size > 0 ? 0 : texted.length,
    skipped: sentences.map(([phones, sentence]) => sentence(namesOf(phones))),
    refused: isStopped
      ? [stoppedText(optedOut, members)]
      : isBlockedForAll
        ? [MESSAGE_TEXTS.blockedForAll(namesOf(blocked))]
        : [...barred].map(([reason, phones]) => `${MESSAGE_TEXTS.refused(namesOf(phones), phones.length)} ${reason}`),
  }
}

/** The contacts that a message would be sent to. */
export function textedPhones<Each extends Member>(members: readonly Each[]): Each[] {
  return withoutRefusal(members).filter(({ lacksConsent }) => lacksConsent !== 'block')
}

/** The contacts that have not given the written consent that the line asks for. */
export function phonesWithoutConsent<Each extends Member>(members: readonly Each[]): Each[] {
  return withoutRefusal(members).filter(({ lacksConsent }) => lacksConsent !== undefined)
}

const withoutRefusal = <Each extends Member>(members: readonly Each[]): Each[] =>
  activePhones(members).filter((member) => !member.optedOut && !isOneWay(member))

/** The text if no contact of the chat would get anything. */
function stoppedText(phones: readonly Member[], members: readonly Member[]): string {
  const names = shortNames(members)
  const words = inWords(phones.map(({ id, name }) => names.get(id) ?? name))
  if (phones.length === 1)
    return phones.some(isByHand) ? MESSAGE_TEXTS.stoppedByHand(words) : MESSAGE_TEXTS.stopped(words)
  return phones.some(isByHand) ? MESSAGE_TEXTS.allOptedOut(words) : MESSAGE_TEXTS.allStopped(words)
}

const isByHand = ({ optedOutBy }: Member) => optedOutBy !== undefined
const hasTextedStop = (member: Member) => !isByHand(member)
const isBlocked = (member: Member) => member.lacksConsent === 'block' && !member.optedOut && !isOneWay(member)
const isOneWay = ({ number }: Member) => number !== null && !takesReplies(number)
const namesOf = (phones: readonly Member[]) => inWords(phones.map(({ name }) => name))
