import type { Chat } from '@partyline/contract'

/** Where the team is with a chat, and who takes care of it: docs/product.md#open-done-and-snoozed */
export type Triage = Pick<Chat, 'state' | 'snoozedUntil' | 'assignedTo'>

export function triageOf({ state, snoozedUntil, assignedTo }: Triage): Triage {
  return { state, snoozedUntil, assignedTo }
}
