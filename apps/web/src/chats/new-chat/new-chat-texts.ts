import { isolated } from '../../platform/isolated.ts'

/** The texts for starting a chat. The form Create New Chat has its own. */
export const NEW_CHAT_TEXTS = {
  recipients: 'Recipients',
  matches: 'Matches',
  groups: { chats: 'Existing chats', contacts: 'Contacts', team: 'Teammates', number: 'New contact' },
  open: (chat: string) => `Open ${isolated(chat)}`,
  textNumber: (number: string) => `Text ${number}`,
  searching: 'Searching…',
  noMatch: 'No matches. To text someone new, type the whole phone number.',
  keepTyping: 'Keep typing to see others.',
  from: 'From',
  chooseLine: (line: string) => `From ${line}. Choose another number`,
  alsoIn: (names: string) => `Also in this chat: ${names}`,
  moreOptions: 'More options',
  close: 'Discard new chat',
  discarded: 'Draft discarded',
  hintTitle: 'Who do you want to text?',
  hint: 'Type a name or a number, or paste several. Contacts get your message as a text.',
  readyHint: 'Contacts get your first message as a text.',
  teamHint: 'Only your team reads this chat.',
  openFailed: 'The chat couldn’t be opened',
  unnamed: 'the new chat',
  noRecipient: 'Add at least one person or number.',
  unknown: (written: string) => `“${isolated(written)}” isn’t a contact or a whole phone number.`,
  rounded: (written: string) => `A spreadsheet rounded “${isolated(written)}”, so some of its digits are lost.`,
  fax: (written: string) => `“${isolated(written)}” is a fax number.`,
  unknownSeveral: (count: number) => `${count} entries aren’t contacts or whole phone numbers.`,
  moving: (names: string, phones: number) =>
    `${names} will move here from ${phones === 1 ? 'another chat' : 'other chats'} when you send.`,
  lackingConsent: (names: string) => `No written consent from ${names} yet.`,
  blockedByConsent: (names: string) =>
    `${names} can’t be texted from this number without written consent. Start the chat without a text, and ask for it there.`,
  begin: 'Start chat without a text',
  optedOut: (names: string, line: string) =>
    `${names} opted out of texts from ${isolated(line)}. To text them, choose another of your numbers.`,
} as const
