import { automaticName } from '@partyline/contract'
import type { createChatBody, NumberId, TwilioNumber } from '@partyline/contract'
import { firstMembers } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { CHAT_FORM_TEXTS } from './chat-form-texts.ts'

/** A person's choices so far; untouched ones are null, and follow the number. */
export type ChatDraft = {
  numberId: NumberId | null
  name: string | null
  members: readonly Candidate[] | null
  relay: boolean | null
}

export const UNTOUCHED: ChatDraft = { numberId: null, name: null, members: null, relay: null }

/** The same, with untouched choices filled in. */
export type FilledDraft = {
  number: TwilioNumber | undefined
  name: string
  /** No one edited the name. */
  autoName: boolean
  members: readonly Candidate[]
  /** Null if no one was asked. */
  relay: boolean | null
}

export const DRAFT_FIELDS = ['numberId', 'name', 'memberIds', 'relay'] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]

/** Validation errors by field. */
export type DraftProblems = Partial<Record<DraftField, string>>

type Known = { numbers: readonly TwilioNumber[]; users: readonly Candidate[]; me: string }

/**
 * Fills in untouched choices: an only number is chosen automatically, the chat is named after its contacts or the
 * number, and starts with the line's default users.
 */
export function fillDraft(draft: ChatDraft, { numbers, users, me }: Known): FilledDraft {
  const number = numbers.length === 1 ? numbers[0] : numbers.find(({ id }) => id === draft.numberId)
  const members = draft.members ?? firstMembers(users, { me, number })
  const phones = members.filter(({ role }) => role === 'ExternalMobile')
  return {
    number,
    name: draft.name ?? automaticName(phones) ?? number?.name ?? '',
    autoName: draft.name === null,
    members,
    relay: draft.relay,
  }
}

/** Whether the person must choose if these phones read each other's texts: there is no default. */
export function lacksAnswer(members: readonly Pick<Candidate, 'role'>[], relay: boolean | null): boolean {
  return relay === null && members.filter(({ role }) => role === 'ExternalMobile').length > 1
}

type Fields = ReturnType<typeof createChatBody.pick<{ numberId: true; name: true; memberIds: true }>>

/** Validation errors by field, in this form's own words. */
export function problemsBy(schema: Pick<Fields, 'safeParse'>) {
  return ({ number, name, members, relay }: FilledDraft): DraftProblems => {
    const problems: DraftProblems = lacksAnswer(members, relay) ? { relay: CHAT_FORM_TEXTS.relayMissing } : {}
    const checked = schema.safeParse({ numberId: number?.id, name, memberIds: members.map(({ id }) => id) })
    if (checked.success) return problems
    for (const { path, message } of checked.error.issues) problems[path[0] as DraftField] ??= message
    return problems
  }
}
