import { isolated } from '../../platform/isolated.ts'

export const NOTE_TEXTS = {
  note: 'Note',
  /** The tooltip of the label. */
  teamOnly: 'Only your team sees this note.',
  edited: 'Edited',

  /** Null for the person's own note. */
  deletedBy: (author: string | null) => `Note deleted by ${author === null ? 'you' : isolated(author)}`,
  by: (author: string | null) => `Note by ${author === null ? 'you' : isolated(author)}`,
  arrived: (author: string, text: string) => `Note from ${isolated(author)}: ${text}`,

  /** It begins with the text of its button. */
  toMention: (count: number) => `@ ${count}, go to the note that mentions you`,
  mentions: (count: number) => `@ ${count}`,

  /** Null for the person's own note. */
  more: (author: string | null) => (author === null ? 'More about your note' : `More about ${isolated(author)}’s note`),
} as const
