/** The texts of notifications that only the service worker shows. */
export const WORKER_TEXTS = {
  app: 'Partyline',
  test: 'Notifications work on this device.',
  /** Without content: it could not be fetched. */
  withoutContent: {
    text: 'New message. Open Partyline to read it.',
    mention: 'Someone mentioned you. Open Partyline to read it.',
    assigned: 'A chat was assigned to you. Open Partyline to see it.',
    snoozeEnded: 'A snooze ended. Open Partyline to see the chat.',
    notSent: 'Your message wasn’t sent. Open Partyline to see it.',
  },
  reply: 'Reply',
  markRead: 'Mark as read',
  snooze: 'Snooze 1 hour',
  replyNotSent: 'Your reply wasn’t sent. Tap to open the chat.',
  notMarkedRead: 'The chat couldn’t be marked as read. Tap to open it.',
  notSnoozed: 'The chat couldn’t be snoozed. Tap to open it.',
} as const
