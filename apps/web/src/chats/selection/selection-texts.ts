import { isolated } from '../../platform/isolated.ts'

const chats = (count: number) => (count === 1 ? '1 chat' : `${count} chats`)

export const SELECTION_TEXTS = {
  bar: 'Selected chats',
  selected: (count: number) => `${count} selected`,
  selectChat: 'Select',
  select: (name: string) => `Select ${isolated(name)}`,
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  clear: 'Clear selection',
  progress: (done: number, total: number) => `${done} of ${total}`,
  markedDone: (count: number) => `${chats(count)} marked as done`,
  reopened: (count: number) => `${chats(count)} reopened`,
  snoozed: (count: number, until: string) => `${chats(count)} snoozed until ${until}`,
  assigned: (count: number, name: string) => `${chats(count)} assigned to ${isolated(name)}`,
  unassigned: (count: number) => `${chats(count)} unassigned`,
  markedRead: (count: number) => `${chats(count)} marked as read`,
  markedUnread: (count: number) => `${chats(count)} marked as unread`,
  undone: (count: number) => `Undone for ${chats(count)}`,
  failed: (names: string, reason: string) => `Not changed: ${names}. ${reason}`,
  notUndone: (names: string, reason: string) => `Not undone: ${names}. ${reason}`,
} as const
