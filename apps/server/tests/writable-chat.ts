import type { WritableChat } from '../src/chats/index.ts'

/** An open chat without members, except for its IDs. */
export const WRITABLE_CHAT = {
  name: 'Marta',
  relay: true,
  failedCount: 0,
  scheduledCount: 0,
  returnedCount: 0,
  scheduledFor: null,
  unclaimedCount: 0,
  waitingSince: null,
  lastMessageId: null,
  lastMessageAt: new Date('2026-11-28T09:00:00Z'),
  lastAutomaticAt: null,
  state: 'open',
  snoozedUntil: null,
  assignedTo: null,
  members: [],
} satisfies Omit<WritableChat, 'tenantId' | 'chatId' | 'numberId'>
