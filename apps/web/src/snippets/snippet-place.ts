import type { Member, NumberId } from '@partyline/contract'
import type { RefObject } from 'react'

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
