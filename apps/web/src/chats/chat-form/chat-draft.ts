import type { createChatBody, NumberId, TwilioNumber } from '@partyline/contract'
import { firstMembers } from './candidates.ts'
import type { Candidate } from './candidates.ts'

/** A person's choices so far; untouched ones are null, and follow the number. */
export type ChatDraft = {
  numberId: NumberId | null
  name: string | null
  members: readonly Candidate[] | null
  relay: boolean
}

export const UNTOUCHED: ChatDraft = { numberId: null, name: null, members: null, relay: true }

/** The same, with untouched choices filled in. */
export type FilledDraft = {
  number: TwilioNumber | undefined
  name: string
  members: readonly Candidate[]
  relay: boolean
}

export const DRAFT_FIELDS = ['numberId', 'name', 'memberIds'] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]

/** Validation errors by field. */
export type DraftProblems = Partial<Record<DraftField, string>>

type Known = { numbers: readonly TwilioNumber[]; users: readonly Candidate[]; me: string }

/**
 * Fills in untouched choices: an only number is chosen automatically, the chat is named after its first contact or the
 * number, and starts with the line's default users.
 */
export function fillDraft(draft: ChatDraft, { numbers, users, me }: Known): FilledDraft {
  const number = numbers.length === 1 ? numbers[0] : numbers.find(({ id }) => id === draft.numberId)
  const members = draft.members ?? firstMembers(users, { me, number })
  const phone = members.find(({ role }) => role === 'ExternalMobile')
  return {
    number,
    name: draft.name ?? phone?.name ?? number?.name ?? '',
    members,
    relay: draft.relay,
  }
}

type Fields = ReturnType<typeof createChatBody.pick<{ numberId: true; name: true; memberIds: true }>>

/** Validation errors by field, in this form's own words. */
export function problemsBy(schema: Pick<Fields, 'safeParse'>) {
  return ({ number, name, members }: FilledDraft): DraftProblems => {
    const checked = schema.safeParse({ numberId: number?.id, name, memberIds: members.map(({ id }) => id) })
    if (checked.success) return {}
    const problems: DraftProblems = {}
    for (const { path, message } of checked.error.issues) problems[path[0] as DraftField] ??= message
    return problems
  }
}
