import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

/** Rules about messages that people send. */
export const keptOnce: Rule = {
  name: 'kept once',
  promise:
    'an acknowledged message is in the database once, unchanged and in its chat, unless it was returned or canceled',
  *find({ sends, messages, pending }) {
    const stored = groupBy(messages, ({ text }) => text)
    const unsent = groupBy(pending, ({ text }) => text)
    for (const { step, text, chatId, tenantId, answeredIds, canceled } of sends) {
      const found = stored.get(text) ?? []
      const id = answeredIds[0]
      const times = found.length + (unsent.get(text)?.length ?? 0)
      if (times > 1) yield { account: `“${text}” is there ${times} times.`, step, ...(id && { id }) }
      if (canceled === 'yes' && found.length > 0) yield { account: `“${text}” was canceled and sent.`, step }
      if (id === undefined || canceled !== 'no' || unsent.has(text)) continue
      const kept = found.find(({ messageId }) => messageId === id)
      if (!kept) yield { account: `“${text}” was acknowledged and is not there.`, step, id }
      else if (kept.chatId !== chatId || kept.tenantId !== tenantId) {
        yield { account: `“${text}” is in another chat than the one it was written in.`, step, id }
      }
    }
  },
}

export const notEarly: Rule = {
  name: 'not early',
  promise: 'no held or scheduled message is sent before its time',
  *find({ sends, messages }) {
    const dueOn = new Map(sends.map(({ text, sendOn }) => [text, sendOn]))
    for (const { text, sentAt, messageId: id } of messages) {
      if (sentAt < (dueOn.get(text) ?? 0)) yield { account: `“${text}” was sent before its time.`, id }
    }
  },
}

export const oneMessageAKey: Rule = {
  name: 'one message a key',
  promise: 'all answers to one idempotency key have the same message',
  *find({ sends }) {
    for (const [key, same] of groupBy(sends, ({ key }) => key)) {
      const ids = new Set(same.flatMap(({ answeredIds }) => answeredIds))
      if (ids.size > 1) {
        yield { account: `The key ${key} was answered with ${[...ids].join(' and ')}.`, step: same[0]?.step ?? 0 }
      }
    }
  },
}

export const shownOnce: Rule = {
  name: 'shown once',
  promise: 'the API shows every message that the database has, once',
  *find({ messages, seen }) {
    const shown = groupBy(seen, ({ messageId }) => messageId)
    for (const { messageId, text } of messages) {
      const times = shown.get(messageId)?.length ?? 0
      if (times !== 1) yield { account: `“${text}” is shown ${times} times.`, id: messageId }
    }
  },
}
