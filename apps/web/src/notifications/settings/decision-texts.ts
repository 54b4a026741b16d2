import type { LastNotification, NoticeKind, NotificationReason } from '@partyline/contract'

const KINDS: Record<NoticeKind, string> = {
  text: 'a text',
  mention: 'a mention',
  assigned: 'an assignment',
  snoozeEnded: 'the end of a snooze',
  notSent: 'a message that wasn’t sent',
}

const CHANNELS: Record<LastNotification['channel'], string> = {
  push: 'by push',
  teams: 'in Teams',
  // Then a page has already notified them: the only reason.
  page: 'again',
}

const REASONS: Record<Exclude<NotificationReason, 'shown'>, string> = {
  mentioned: 'someone mentioned you',
  assigned: 'someone assigned the chat to you',
  notSent: 'it was yours',
  unclaimed: 'no one has joined the chat yet',
  yours: 'the chat is assigned to you',
  unassigned: 'the chat is assigned to no one',
  assigneeAway: 'the chat is assigned to a colleague who is away',
  everythingInChat: 'you chose to be notified of everything in this chat',
  allChats: 'you chose to be notified of all chats',
  off: 'notifications were off there',
  paused: 'you had paused notifications',
  outOfHours: 'it was outside of your working hours',
  read: 'you had already seen it',
  announced: 'you had already been notified of the unclaimed chat',
  notDelivered: 'it was refused there',
  muted: 'you turned off notifications of this chat',
  notOpen: 'the chat was done or snoozed',
  assignedToColleague: 'the chat is assigned to a colleague',
  notAMember: 'you aren’t a member of the chat',
}

/** `you weren’t notified by push of a text, because the chat is assigned to a colleague.` */
export function decisionText({ told, kind, channel, reason }: Omit<LastNotification, 'at' | 'chatId' | 'chatName'>) {
  // A second notification was held back: the person was notified.
  if (reason === 'shown') return `you had already been notified of ${KINDS[kind]}, so you weren’t notified again.`
  return `you ${told ? 'were' : 'weren’t'} notified ${CHANNELS[channel]} of ${KINDS[kind]}, because ${REASONS[reason]}.`
}
