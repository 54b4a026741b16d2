import { isolated } from '../platform/isolated.ts'

/** The texts of the notifications. */
export const NOTIFICATION_TEXTS = {
  offer: 'Get notified of new texts?',
  turnOn: 'Turn on',
  notNow: 'Not now',
  blocked: 'Your browser blocks notifications from this page. Allow them in its settings.',
  heading: 'Notifications',
  off: 'Off',
  mine: 'My chats',
  all: 'All chats',
  soundHeading: 'Sound',
  sound: 'Play a sound',
  picture: 'Picture',
  snoozeEnded: 'The snooze ended',
  notSent: 'Your message wasn’t sent',
  inChat: (author: string, text: string) => `${isolated(author)}: ${isolated(text)}`,
  mentioned: (author: string, text: string) => `${isolated(author)} mentioned you: ${isolated(text)}`,
  more: (count: number) => `${count} new messages`,
  inChats: (chats: number) => `News in ${chats} chats`,
  joined: (messages: number, chats: number) => `${messages} new messages in ${chats} chats`,
} as const
