import type { ListFilter } from '@partyline/contract'
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
  count: (count: number) => (count === 1 ? '1 chat' : `${count} chats`),
  atLeast: (count: number) => `${count} or more chats`,
} as const

export const LIST_FILTER_NAMES: Record<ListFilter, string> = {
  unread: 'Unread',
  mentions: 'Mentions',
  unclaimed: 'Unclaimed',
  unassigned: 'No assignee',
  assignedToMe: 'Assigned to me',
  unanswered: 'Unanswered',
  attention: 'Needs attention',
  returned: 'Returned',
  dueToday: 'Due today',
  scheduled: 'Scheduled',
  done: 'Done',
  snoozed: 'Snoozed',
  deleted: 'Deleted',
}

export const DENSITY_NAMES: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }
