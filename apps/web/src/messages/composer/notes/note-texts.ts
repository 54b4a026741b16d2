import { isolated } from '../../../platform/isolated.ts'

/** The texts of the composer about notes. */
export const NOTE_MODE_TEXTS = {
  mode: 'Text or note',
  text: 'Text',
  note: 'Note',
  toText: 'Send texts to phones',
  toNote: 'Write notes for your team',
  isText: 'Text. Contacts get what you write.',
  isNote: 'Note. Only your team sees what you write.',
  joinFirst: 'Join the chat to send texts.',
  editing: 'A message that you’re editing can’t become a note.',

  write: 'Write a note. Only your team sees it.',
  writeIn: (chatName: string) => `Write a note in ${isolated(chatName)}`,
  add: 'Add note',
  adding: 'Adding…',
  added: 'Note added.',
  offline: 'Couldn’t add the note: no connection. It’s still here.',
  failed: 'Couldn’t add the note.',

  question: 'Is this a note for your team? Texts go to the customer’s phone.',
  switch: 'Write a note',
  keep: 'Keep as text',
} as const
