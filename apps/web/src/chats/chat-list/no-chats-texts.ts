import type { ListFilter } from '@partyline/contract'

export const NO_CHATS_TEXTS = {
  showAll: 'Show all chats',
  showDone: 'Show done chats',
  noChats: 'No chats yet',
  noOtherChats: 'No other chats',
  teamHasChats: 'Switch to All chats to see your team’s chats.',
  teamHasNone: 'When someone texts one of your numbers, the chat appears here.',
  notSetUp: 'Chats appear here once Partyline is set up.',
} as const

type Nothing = { title: string; text: string }

/** A list without chats, by the one filter that is on. */
export const NOTHING_IN: Record<ListFilter | 'line' | 'several', Nothing> = {
  unread: { title: 'You’re all caught up', text: 'You have no unread chats.' },
  mentions: { title: 'No new mentions', text: 'Notes that mention you appear here until you’ve seen them.' },
  unclaimed: { title: 'No unclaimed chats', text: 'Someone on your team is in every chat.' },
  unassigned: { title: 'Every chat has an assignee', text: 'No chat is waiting for someone to take it.' },
  assignedToMe: { title: 'Nothing assigned to you', text: 'Chats that you take or are given appear here.' },
  unanswered: { title: 'Everyone has an answer', text: 'Chats in which a text waits for a reply appear here.' },
  attention: { title: 'Nothing needs attention', text: 'There are no failed messages to take care of.' },
  returned: {
    title: 'Nothing was returned',
    text: 'Scheduled messages that couldn’t be sent wait here for someone to decide.',
  },
  dueToday: { title: 'Nothing is due today', text: 'Messages scheduled for today wait here until they’re sent.' },
  scheduled: { title: 'Nothing is scheduled', text: 'Messages that you schedule wait here until their time comes.' },
  done: { title: 'No done chats', text: 'Chats marked as done stay here until someone texts again.' },
  snoozed: { title: 'No snoozed chats', text: 'Snoozed chats wait here until their time comes.' },
  deleted: { title: 'No deleted chats', text: 'Deleted chats stay here. Admins can restore them for 30 days.' },
  line: { title: 'No chats on this line', text: 'When someone texts it, the chat appears here.' },
  several: { title: 'No chats match', text: 'Remove a filter to see more chats.' },
}

export const ALL_DONE: Nothing = { title: 'All done', text: 'No chat is open. A new text opens its chat again.' }
