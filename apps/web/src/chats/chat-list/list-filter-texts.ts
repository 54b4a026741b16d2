import type { ListFilter } from '../../platform/query-keys.ts'
import type { Density } from './list-settings.ts'

export const LIST_FILTER_TEXTS = {
  filters: 'Filter',
  line: 'Line',
  otherLine: 'Another line',
  density: 'Density',
  chips: 'Filters',
  remove: (filter: string) => `Remove filter: ${filter}`,
  clear: 'Clear',
  clearAll: 'Clear filters',
  showAll: 'Show all chats',
  showDone: 'Show done chats',
  noChatsMy: 'No chats yet',
  noChatsMyHint: 'Switch to All chats to see your team’s chats.',
  noOtherChats: 'No other chats',
  noChatsAll: 'No chats yet',
  noChatsAllHint: 'When someone texts one of your numbers, the chat appears here.',
  count: (count: number) => (count === 1 ? '1 chat' : `${count} chats`),
  atLeast: (count: number) => `${count} or more chats`,
} as const

export const LIST_FILTER_NAMES: Record<ListFilter, string> = {
  unread: 'Unread',
  unclaimed: 'Unclaimed',
  unassigned: 'No assignee',
  assignedToMe: 'Assigned to me',
  attention: 'Needs attention',
  scheduled: 'Scheduled',
  done: 'Done',
  snoozed: 'Snoozed',
}

export const DENSITY_NAMES: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

type Nothing = { title: string; text: string }

/** A list without chats, by the one filter that is on. */
export const NOTHING_IN: Record<ListFilter | 'line' | 'several', Nothing> = {
  unread: { title: 'You’re all caught up', text: 'You have no unread chats.' },
  unclaimed: { title: 'No unclaimed chats', text: 'Someone on your team is in every chat.' },
  unassigned: { title: 'Every chat has an assignee', text: 'No chat is waiting for someone to take it.' },
  assignedToMe: { title: 'Nothing assigned to you', text: 'Chats that you take or are given appear here.' },
  attention: { title: 'Nothing needs attention', text: 'There are no failed messages to take care of.' },
  scheduled: { title: 'Nothing is scheduled', text: 'Messages that you schedule wait here until their time comes.' },
  done: { title: 'No done chats', text: 'Chats marked as done stay here until someone texts again.' },
  snoozed: { title: 'No snoozed chats', text: 'Snoozed chats wait here until their time comes.' },
  line: { title: 'No chats on this line', text: 'When someone texts it, the chat appears here.' },
  several: { title: 'No chats match', text: 'Remove a filter to see more chats.' },
}

export const ALL_DONE: Nothing = { title: 'All done', text: 'No chat is open. A new text opens its chat again.' }
