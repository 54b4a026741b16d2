import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

export const everythingSettled: Rule = {
  name: 'everything settled',
  promise: 'at the end, no queue has any entries',
  *find({ deliveries, inbound, pending }) {
    for (const { messageId: id, state } of pending) {
      if (state !== 'returned') yield { account: `A message is still ${state}.`, id }
    }
    for (const { deliveryId: id, status, isWaiting } of deliveries) {
      if (isWaiting || status === 'queued' || status === 'sending')
        yield { account: `Its status is still ${status}.`, id }
    }
    for (const { messageSid: id, handledAfter } of inbound) {
      if (handledAfter === null) yield { account: 'A text was stored and never handled.', id }
    }
  },
}

export const allSettled: Rule = {
  name: 'came to rest',
  promise: 'without further faults, everything reaches its final state by itself',
  *find({ isQuiet }) {
    if (!isQuiet)
      yield { account: 'Something was still pending at the time of the check, so other findings may be premature.' }
  },
}

export const countersMatch: Rule = {
  name: 'counters fit',
  promise: 'a chat’s count matches its messages, and its last message is the newest that is not automatic',
  *find({ chats, messages }) {
    const inChat = groupBy(messages, ({ chatId }) => chatId)
    for (const { chatId: id, messageCount, lastMessageId } of chats) {
      const all = inChat.get(id) ?? []
      if (all.length !== messageCount)
        yield { account: `It counts ${messageCount} messages and has ${all.length}.`, id }
      const written = all.flatMap(({ automatic, messageId }) => (automatic ? [] : messageId))
      if ((written.at(-1) ?? null) !== lastMessageId) yield { account: 'Its last message is another one.', id }
    }
  },
}

export const serverKeptRunning: Rule = {
  name: 'stayed up',
  promise: 'the server exits only when told to',
  *find({ serverEndedByItself: times }) {
    if (times > 0) yield { account: `It ended by itself ${times} times.` }
  },
}
