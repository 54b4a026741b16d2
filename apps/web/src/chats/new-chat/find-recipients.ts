import type { FoundNumber } from '@partyline/contract'
import { BOUNDS, fold } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { Candidate } from '../chat-form/candidates.ts'
import { phoneCandidate } from '../chat-form/candidates.ts'
import { holderText } from '../chat-form/number-holder.ts'
import { isSamePhone, newRecipient } from './recipients.ts'
import type { Part, Recipient } from './recipients.ts'

type Known = {
  team: readonly Candidate[]
  format: (number: string) => string
}

/** Enough to tell one contact with exactly this name from several. */
const MAX_FOUND = 10

/** A contact as a recipient. */
export function contactRecipient({ disabled, optedOutOf, ...contact }: FoundNumber): Recipient {
  return { ...phoneCandidate(contact), disabled, optedOutOf }
}

/** Finds whom names and numbers belong to. A number that belongs to no contact becomes a new one. */
export async function findRecipients(
  api: Api,
  parts: readonly Part[],
  known: Known,
): Promise<{ found: Recipient[]; unknown: Part[] }> {
  const asked = parts.slice(0, BOUNDS.chatMembers)
  const results = await Promise.all(asked.map((part) => findRecipient(api, part, known)))
  return {
    found: results.filter((one) => one !== null),
    unknown: [...asked.filter((_, at) => results[at] === null), ...parts.slice(BOUNDS.chatMembers)],
  }
}

async function findRecipient(api: Api, part: Part, { team, format }: Known): Promise<Recipient | null> {
  const { number, source, name, label, fault } = part
  if (label === 'fax' || fault !== null) return null
  const contacts = await api.call('numbers.search', {
    body: { type: 'Mobile', term: number ?? source, limit: MAX_FOUND },
  })
  const exact = contacts.filter((one) => (number === null ? isNamed(one, source) : isSamePhone(one.number, number)))
  const people = [...exact.map(usable), ...(number === null ? team.filter((one) => isNamed(one, source)) : [])]
  if (people.length === 0 && number !== null) return newRecipient(number, name ?? format(number))
  return people.length === 1 ? (people[0] ?? null) : null
}

/** Disabled contacts can't be in a new chat, and get the reason. */
function usable(contact: FoundNumber): Recipient {
  return contact.disabled
    ? { ...contactRecipient(contact), disabled: false, barred: holderText(contact) }
    : contactRecipient(contact)
}

const isNamed = ({ name }: { name: string }, source: string) => fold(name) === fold(source)
