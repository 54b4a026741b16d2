import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

export const receivedOnce: Rule = {
  name: 'came in once',
  promise: 'every inbound text is once in one chat of its line, or among the rejected texts',
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

export const receivedInOrder: Rule = {
  name: 'came in order',
  promise: 'a text that a phone sent after an earlier one was stored comes after it in the chat',
  *find({ phoneTexts, messages, inbound }) {
    const places = new Map(messages.map(({ providerSid }, place) => [providerSid, place]))
    const events = new Map(inbound.map((event) => [event.messageSid, event]))
    for (const texts of groupBy(phoneTexts, ({ phone, number }) => `${phone} ${number}`).values()) {
      const placed = texts.flatMap((text) => {
        const event = events.get(text.messageSid)
        const place = places.get(text.messageSid)
        // Recovered texts, and texts that failed at first, may be later in the order; the app says so.
        return event && place !== undefined && !event.recovered && event.attempts === 0
          ? [{ ...text, place, storedAt: event.receivedAt }]
          : []
      })
      for (const [index, later] of placed.entries()) {
        const overtaken = placed
          .slice(0, index)
          .find(({ storedAt, place }) => storedAt < later.at && place > later.place)
        if (overtaken) {
          const account = `“${later.text}” is before “${overtaken.text}”, which ${later.phone} had sent earlier.`
          yield { account, step: later.step, id: later.messageSid }
        }
      }
    }
  },
}
