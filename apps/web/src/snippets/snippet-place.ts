import type { Member, NumberId } from '@partyline/contract'
import type { KeyboardEvent, RefObject } from 'react'
import type { SlashTerm } from './slash-term.ts'

/** Where snippets are inserted. */
export type SnippetPlace = {
  /** The text of the message. */
  field: RefObject<HTMLTextAreaElement | null>
  members: readonly Member[]
  /** The line of the chat; undefined if none is chosen yet. */
  numberId: NumberId | undefined
  /** Inserts into the message: the text in place of a range, by default at the caret. */
  onInsert: (snippet: { text: string; files: readonly File[] }, range?: { from: number; to: number }) => Promise<void>
}

/** The search term of the list: the text after `/`, or of its own field. */
export type ListSource = { by: 'search' } | ({ by: 'slash' } & SlashTerm)

/** How the list gets the keys of the text. */
export type SnippetListHandle = {
  /** Returns whether it has handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
}
