// Who is notified of what, and why: docs/product.md#notifications. Without imports of schemas, so that the web app and its service
// worker can load it without them.
import { openingAt } from './opening.ts'
import type { ChatNotify, ChatState } from './chats.ts'
import type { WorkingHours } from './opening-hours.ts'

/** Events that can notify a person. */
export const NOTICE_KINDS = ['text', 'mention', 'assigned', 'snoozeEnded', 'notSent'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Which chats notify a person on a device: none, those that concern them, or all. */
export const NOTIFICATION_CHOICES = ['off', 'mine', 'all'] as const
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

/** Milliseconds from an event to its notification, if no page has shown it before. */
export const NOTIFY_AFTER_MS = {
  /** Texts, by push. */
  push: 30_000,
  /** Texts, in Teams, for people without a push device. */
  teams: 120_000,
  /** Mentions, assignments, and the like do not wait for longer than an open page needs to show them. */
  direct: 3_000,
} as const

/** Every reason for a decision, and whether the person is notified. */
export const NOTIFICATION_REASONS = {
  mentioned: true,
  assigned: true,
  notSent: true,
  unclaimed: true,
  /** The chat is assigned to the person. */
  yours: true,
  /** It is assigned to no one. */
  unassigned: true,
  /** Its assignee is out of hours, or has paused notifications. */
  assigneeAway: true,
  /** The person chose all notifications of this chat. */
  everythingInChat: true,
  /** The person chose all chats on this device. */
  allChats: true,

  off: false,
  paused: false,
  outOfHours: false,
  /** The chat was on the person's screen, or they have read it in the meantime. */
  read: false,
  /** A page has shown it. */
  shown: false,
  /** An unclaimed chat is announced once. */
  announced: false,
  /** The push service or Teams did not take the notification. */
  notDelivered: false,
  muted: false,
  notOpen: false,
  assignedToColleague: false,
  notAMember: false,
} as const satisfies Record<string, boolean>
export type NotificationReason = keyof typeof NOTIFICATION_REASONS

export type NotificationDecision = { told: boolean; reason: NotificationReason }

/** When a person is away by their own settings. */
export type Availability = { workingHours: WorkingHours | null; pausedUntil: string | null }

/** Why someone is away, and until when. `until` is null if their hours never begin. */
export type Away = { reason: 'paused' | 'outOfHours'; until: Date | null }

/** Whether a person is away. A pause counts first. */
export function awayAt({ workingHours, pausedUntil }: Availability, now: Date): Away | null {
  if (pausedUntil !== null && new Date(pausedUntil) > now) return { reason: 'paused', until: new Date(pausedUntil) }
  const { isOpen, opensAt } = openingAt(workingHours && { ...workingHours, holidays: [] }, now)
  return isOpen ? null : { reason: 'outOfHours', until: opensAt }
}

/** How a chat's assignee relates to a person. */
export type AssigneeRelation = 'me' | 'nobody' | 'colleague' | 'awayColleague'

type Assignment = {
  assignedTo: string | null
  /** The person. */
  me: string
  /** Null if the assignee is unknown, who then counts as present. */
  assignee: (Availability & { disabled: boolean }) | null
}

/** How a chat's assignee relates to a person now. Disabled users are away. */
export function assigneeRelation({ assignedTo, me, assignee }: Assignment, now: Date): AssigneeRelation {
  if (assignedTo === null) return 'nobody'
  if (assignedTo === me) return 'me'
  const isAway = assignee !== null && (assignee.disabled || awayAt(assignee, now) !== null)
  return isAway ? 'awayColleague' : 'colleague'
}

export type NotificationQuestion = {
  kind: NoticeKind
  /** The choice on the device, or in Teams. */
  choice: NotificationChoice
  person: Availability
  now: Date
  /** The person has read it, a page has shown it, or an earlier text of the unclaimed chat was announced. */
  seen: 'read' | 'shown' | 'announced' | null
  chat: {
    state: ChatState
    /** The person's choice for this chat. */
    notify: ChatNotify
    isMember: boolean
    /** No enabled user is a member. */
    isUnclaimed: boolean
    assignee: AssigneeRelation
    /** Whether the person answers the chat's line. */
    answersLine: boolean
  }
}

/** Whether to notify a person of an event in a chat, and why. The first rule that applies decides. */
export function decideNotification(question: NotificationQuestion): NotificationDecision {
  const reason = reasonOf(question)
  return { told: NOTIFICATION_REASONS[reason], reason }
}

function reasonOf({ kind, choice, person, now, seen, chat }: NotificationQuestion): NotificationReason {
  const away = awayAt(person, now)
  if (seen) return seen
  if (choice === 'off') return 'off'
  if (away?.reason === 'paused') return 'paused'
  if (kind === 'mention') return 'mentioned'
  if (kind === 'assigned') return 'assigned'
  if (kind === 'notSent') return 'notSent'
  if (chat.state !== 'open') return 'notOpen'
  if (away) return 'outOfHours'
  if (chat.notify === 'none') return 'muted'
  if (kind === 'text' && chat.isUnclaimed) return 'unclaimed'
  const isIn = chat.isMember || (chat.assignee === 'awayColleague' && chat.answersLine)
  // The end of a snooze concerns only the people responsible for the chat.
  const isOfAll = choice === 'all' && kind === 'text'
  if (!isIn) return isOfAll ? 'allChats' : 'notAMember'
  if (chat.assignee === 'me') return 'yours'
  if (chat.notify === 'all') return 'everythingInChat'
  if (chat.assignee === 'nobody') return 'unassigned'
  if (chat.assignee === 'awayColleague') return 'assigneeAway'
  return isOfAll ? 'allChats' : 'assignedToColleague'
}
