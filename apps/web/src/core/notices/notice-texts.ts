import { isolated } from '../../platform/isolated.ts'

/** The texts of notifications, whether the page or the service worker shows them. */
export const NOTICE_TEXTS = {
  picture: 'Picture',
  assigned: 'This chat was assigned to you',
  assignedBy: (author: string) => `${isolated(author)} assigned this chat to you`,
  snoozeEnded: 'The snooze ended',
  notSent: 'Your message wasn’t sent',
  inChat: (author: string, text: string) => `${isolated(author)}: ${isolated(text)}`,
  mentioned: (author: string, text: string) => `${isolated(author)} mentioned you: ${isolated(text)}`,
  more: (count: number) => `${count} new messages`,
} as const
