import { isolated } from '../../platform/isolated.ts'

/** The texts of the opened chat: they load with its code. */
export const OPENED_TEXTS = {
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  find: 'Find in this chat',
  showMembers: 'Members and details',

  chatFailed: 'This chat couldn’t be loaded',
  chatGone: 'This chat doesn’t exist',
  chatGoneHint: 'It may have been deleted.',
  closed: 'This chat is closed. You can still read it.',
  deletedOn: (day: string) => `This chat was deleted on ${day}.`,
  restore: 'Restore',
  restoring: 'Restoring…',
  restored: 'Chat restored',
  notRestored: 'The chat couldn’t be restored.',
  unsent: (text: string) => `Not sent: ${text}`,
  toList: 'Go to chats',
  notMember: 'You’re not a member of this chat.',
  notClaimed: 'No one on your team is in this chat. Your reply adds you to it.',
  justReplied: (name: string) => `${isolated(name)} just replied:`,
  sendToo: 'Send yours too?',
  sendYours: 'Send anyway',
  keepYours: 'Don’t send',
  noteAdded: 'Note added.',
  notInChat: (names: string, count: number) => `${names} ${count === 1 ? 'isn’t' : 'aren’t'} in this chat.`,
  /** `away`: `away until Mon 8:00 AM`. */
  isAway: (name: string, away: string) => `${isolated(name)} is ${away}.`,
  addMember: (name: string) => `Add ${isolated(name)}`,
  addMembers: 'Add them',
  addingMembers: 'Adding…',
  membersAdded: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} in this chat now.`,
  notAdded: (count: number) => (count === 1 ? 'This person couldn’t be added.' : 'These people couldn’t be added.'),
  dismissOffer: 'Dismiss',
  join: 'Join',
  joining: 'Joining…',
  joinFailed: 'You couldn’t join the chat.',
} as const
