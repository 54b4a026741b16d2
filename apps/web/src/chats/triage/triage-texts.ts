import type { ChatNotify } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** The texts of states and assignees. */
export const TRIAGE_TEXTS = {
  markDone: 'Mark as done',
  done: 'Done',
  opensNext: 'Done opens the next chat',
  reopen: 'Reopen',
  snooze: 'Snooze',
  snoozeMore: 'Snooze…',
  snoozed: (until: string) => `Snoozed until ${until}`,
  claim: 'Claim',
  claimHint: 'Claim: assign it to yourself',
  markUnread: 'Mark as unread',
  markedUnread: 'Marked as unread',
  unreadFailed: 'The chat couldn’t be marked as unread',
  nothingFromOthers: 'No one else has written in this chat.',
  notMember: 'You’re not a member of this chat.',
  assign: 'Assign',
  assignMore: 'Assign…',
  assignToMe: 'Assign to me',
  unassign: 'Unassign',
  noAssignee: 'No assignee',
  assignedTo: (name: string) => `Assigned to ${isolated(name)}`,
  assignedToMe: 'Assigned to you',
  /** `away`: `away until Mon 8:00 AM`. */
  butAway: (assigned: string, away: string) =>
    `${assigned}, who’s ${away}. In the meantime, new texts notify the others.`,

  markedDone: 'Marked as done',
  reopened: 'Reopened',
  unassigned: 'Unassigned',
  undone: 'Undone',

  changed: 'Someone else just changed this chat.',
  nowOpen: 'It’s open now.',
  nowDone: 'It’s done now.',
  nowSnoozed: (until: string) => `It’s snoozed until ${until}.`,
  nowAssigned: (name: string) => `It’s assigned to ${isolated(name)} now.`,
  nowAssignedToMe: 'It’s assigned to you now.',
  nowUnassigned: 'It has no assignee now.',
  newMessage: 'A message just arrived in this chat. Read it first.',
  notUndone: 'Nothing was undone.',
  notSaved: 'The change wasn’t saved.',

  laterToday: 'Later today',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
  custom: 'Custom date and time…',
  customTitle: 'Snooze until',

  findPerson: 'Find a person',
  people: 'People',
  me: (name: string) => `${isolated(name)} (you)`,
  joins: 'Will be added to the chat',
  joinsSeveral: 'Will be added to these chats',
  noPerson: 'No one found',
  loadingPeople: 'Loading people…',
  peopleFailed: 'People couldn’t be loaded.',

  notify: 'Notifications',
  notifyFailed: 'Notifications couldn’t be changed',
} as const

/** Which messages of a chat a member is notified of. */
export const NOTIFY_CHOICES = [
  { value: 'all', label: 'All messages' },
  { value: 'mine', label: 'Only mine' },
  { value: 'none', label: 'None' },
] as const satisfies { value: ChatNotify; label: string }[]
