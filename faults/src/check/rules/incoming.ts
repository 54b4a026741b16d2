import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

export const cameInOnce: Rule = {
  name: 'came in once',
  promise: 'every text of a phone is in one chat of the number that it was sent to, or among the rejected, once',
  *find({ phoneTexts, messages, inbound, chats }) {
    const inChats = groupBy(messages, ({ providerSid }) => providerSid ?? '')
    const events = groupBy(inbound, ({ messageSid }) => messageSid)
    const numberOf = new Map(chats.map(({ chatId, number }) => [chatId, number]))
    for (const { step, messageSid: id, text, number, tenantId } of phoneTexts) {
      const found = inChats.get(id) ?? []
      const stored = events.get(id) ?? []
      const rejected = stored.filter(({ rejectedReason }) => rejectedReason !== null).length
      const times = found.length + rejected
      if (times === 0) yield { account: `“${text}” to ${number} is nowhere (stored ${stored.length} times).`, step, id }
      if (times > 1) yield { account: `“${text}” to ${number} is there ${times} times.`, step, id }
      for (const message of found) {
        const isAtHome = numberOf.get(message.chatId) === number && message.tenantId === tenantId
        if (!isAtHome) yield { account: `“${text}” to ${number} is in a chat of another number.`, step, id }
        if (message.text !== text) yield { account: `“${text}” became “${message.text}”.`, step, id }
      }
    }
    const known = new Set(phoneTexts.map(({ messageSid }) => messageSid))
    for (const { messageSid } of inbound) {
      if (!known.has(messageSid)) yield { account: 'A text was stored that no phone has sent.', id: messageSid }
    }
  },
}

export const cameInOrder: Rule = {
  name: 'came in order',
  promise: 'what a phone wrote after an earlier text had been stored stands behind that one',
  *find({ phoneTexts, messages, inbound }) {
    const messageIds = new Map(messages.map(({ providerSid, messageId }) => [providerSid, messageId]))
    const events = new Map(inbound.map((event) => [event.messageSid, event]))
    for (const texts of groupBy(phoneTexts, ({ phone, number }) => `${phone} ${number}`).values()) {
      const placed = texts.flatMap((text) => {
        const event = events.get(text.messageSid)
        const messageId = messageIds.get(text.messageSid)
        // What was found later, or failed at first, may stand further down: the app says so.
        return event && messageId && !event.recovered && event.attempts === 0
          ? [{ ...text, messageId, storedAt: event.receivedAt }]
          : []
      })
      for (const [index, later] of placed.entries()) {
        const overtaken = placed
          .slice(0, index)
          .find(({ storedAt, messageId }) => storedAt < later.at && messageId > later.messageId)
        if (overtaken) {
          const account = `“${later.text}” stands before “${overtaken.text}”, which ${later.phone} had sent earlier.`
          yield { account, step: later.step, id: later.messageSid }
        }
      }
    }
  },
}
