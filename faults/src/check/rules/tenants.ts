import type { Rule } from '../rule.ts'

export const tenantsApart: Rule = {
  name: 'tenants apart',
  promise: 'no one sees anything of another tenant, and requesting it is answered with 404',
  *find({ sends, phoneTexts, messages, seen, chats, posts, deliveries, eventPosts, foreignAnswers }) {
    const owners = new Map(messages.map(({ messageId, tenantId }) => [messageId, tenantId]))
    for (const { messageId, tenantId, text } of seen) {
      if (owners.get(messageId) !== tenantId) yield { account: `“${text}” was shown to ${tenantId}.`, id: messageId }
    }
    for (const { id, tenantId, body } of eventPosts) {
      const { type, data } = JSON.parse(body) as { type: string; data: { id?: string } }
      if (type.startsWith('message.') && owners.get(data.id ?? '') !== tenantId) {
        yield { account: `The webhook of ${tenantId} was told of another tenant’s text.`, id }
      }
    }
    const writers = new Map([...sends, ...phoneTexts.filter(isUnique)].map(({ text, tenantId }) => [text, tenantId]))
    for (const { messageId, tenantId, text } of messages) {
      const owner = writers.get(text)
      if (owner !== undefined && owner !== tenantId) {
        yield { account: `“${text}” of ${owner} is kept for ${tenantId}.`, id: messageId }
      }
    }
    const numbers = new Map(chats.map(({ number, tenantId }) => [number, tenantId]))
    const senders = new Map(deliveries.map(({ deliveryId, tenantId }) => [deliveryId, tenantId]))
    for (const { deliveryId: id, from } of posts) {
      const owner = numbers.get(from)
      if (owner !== senders.get(id)) yield { account: `It was sent from ${from}, a number of ${owner}.`, id }
    }
    for (const { tenantId, chatId, status } of foreignAnswers) {
      if (status !== 404) yield { account: `${tenantId} asked for another tenant’s chat: ${status}.`, id: chatId }
    }
  },
}

/** Keywords are the same for everyone. */
const isUnique = ({ text }: { text: string }) => text !== 'STOP' && text !== 'START'
