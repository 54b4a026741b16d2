import type { createChatBody, NumberId, TwilioNumber } from '@partyline/contract'
import { firstMembers } from './candidates.ts'
import type { Candidate } from './candidates.ts'

/** What a person has chosen so far; null where they have not touched it, so that it follows the number. */
export type ChatDraft = {
  numberId: NumberId | null
  name: string | null
  members: readonly Candidate[] | null
  relay: boolean
}

export const UNTOUCHED: ChatDraft = { numberId: null, name: null, members: null, relay: true }

/** The same with what follows from the number filled in. */
export type FilledDraft = {
  number: TwilioNumber | undefined
  name: string
  members: readonly Candidate[]
  relay: boolean
}

export type DraftField = 'numberId' | 'name' | 'memberIds'

type Known = { numbers: readonly TwilioNumber[]; users: readonly Candidate[]; me: string }

/** A single number is chosen by itself; the name is the number's, the members are those that it brings. */
export function fillDraft(draft: ChatDraft, { numbers, users, me }: Known): FilledDraft {
  const number = numbers.length === 1 ? numbers[0] : numbers.find(({ id }) => id === draft.numberId)
  return {
    number,
    name: draft.name ?? number?.name ?? '',
    members: draft.members ?? firstMembers(users, { me, number }),
    relay: draft.relay,
  }
}

type Fields = ReturnType<typeof createChatBody.pick<{ numberId: true; name: true; memberIds: true }>>

/** Says what is wrong with each field, in the words that the specification has for this form (section 5). */
export function problemsBy(schema: Pick<Fields, 'safeParse'>) {
  return ({ number, name, members }: FilledDraft): Partial<Record<DraftField, string>> => {
    const checked = schema.safeParse({ numberId: number?.id, name, memberIds: members.map(({ id }) => id) })
    if (checked.success) return {}
    const problems: Partial<Record<DraftField, string>> = {}
    for (const { path, message } of checked.error.issues) problems[path[0] as DraftField] ??= message
    return problems
  }
}
