import type { Click, Evidence, StoredDelivery } from '../../evidence/evidence.ts'
import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

/** Clicks that may have resent this delivery. */
function clicksOn(clicks: readonly Click[], { messageId, memberId }: StoredDelivery, kinds: readonly Click['click'][]) {
  return clicks.filter(
    (click) =>
      kinds.includes(click.click) &&
      click.messageId === messageId &&
      (click.memberId === null || click.memberId === memberId),
  )
}

const RESEND_CLICKS = ['send-again', 'send-failed-again'] as const
const ANY = [...RESEND_CLICKS, 'mark-sent'] as const

/** Deliveries without a person's decision, for which only the server is responsible. */
export function withoutClicks({ deliveries, clicks }: Evidence): StoredDelivery[] {
  const touched = new Set(clicks.map(({ messageId }) => messageId))
  return deliveries.filter(
    (delivery) => !touched.has(delivery.messageId) || clicksOn(clicks, delivery, ANY).length === 0,
  )
}

export const postedOnce: Rule = {
  name: 'posted once',
  promise: 'once Twilio may have a text, it is posted again only at a person’s click',
  *find({ deliveries, clicks, posts }) {
    const posted = groupBy(posts, ({ deliveryId }) => deliveryId)
    for (const delivery of deliveries) {
      const { deliveryId } = delivery
      const doubtful = (posted.get(deliveryId) ?? []).filter(({ isCertainRefusal }) => !isCertainRefusal)
      posted.delete(deliveryId)
      const allowed = 1 + clicksOn(clicks, delivery, RESEND_CLICKS).length
      if (doubtful.length > allowed) {
        yield { account: `It was posted ${doubtful.length} times, and allowed ${allowed}.`, id: deliveryId }
      }
    }
    for (const [id, [post]] of posted) yield { account: `Something was posted to ${post?.to} that no one wrote.`, id }
  },
}

export const statusesMatch: Rule = {
  name: 'sent as said',
  promise:
    'phones show exactly the texts that stand as delivered, once, under the number and in the words of the order',
  *find(evidence) {
    const { posts, twilioMessages, received } = evidence
    const bySid = new Map(twilioMessages.map((message) => [message.sid, message]))
    const posted = groupBy(posts, ({ deliveryId }) => deliveryId)
    const plain = withoutClicks(evidence)
    for (const { deliveryId: id, toNumber, body } of plain) {
      if (toNumber === null || body === null) continue
      for (const { messageSid } of posted.get(id) ?? []) {
        const sent = bySid.get(messageSid ?? '')
        if (sent && (sent.to !== toNumber || sent.body !== body)) {
          yield { account: `Twilio got “${sent.body}” for ${sent.to} instead of “${body}” for ${toNumber}.`, id }
        }
      }
    }
    // A relayed keyword may occur several times with the same text: they are counted together.
    const onPhones = groupBy(received, ({ phone, text }) => `${phone} ${text}`)
    const isPlain = new Set(plain)
    for (const [words, same] of groupBy(evidence.deliveries, ({ toNumber, body }) => `${toNumber} ${body}`)) {
      const delivered = same.filter(({ status }) => status === 'delivered').length
      const times = onPhones.get(words)?.length ?? 0
      if (times !== delivered && same.every((delivery) => isPlain.has(delivery))) {
        yield { account: `“${words}” is ${times} times on the phone and marked as delivered ${delivered} times.` }
      }
    }
  },
}

export const inOrder: Rule = {
  name: 'in order',
  promise: 'Twilio receives the texts from one line to one phone in the order in which they were written',
  *find(evidence) {
    const places = new Map(evidence.messages.map(({ messageId }, place) => [messageId, place]))
    const order = new Map(
      withoutClicks(evidence).map(({ deliveryId, messageId }) => [
        deliveryId,
        { messageId, place: places.get(messageId) },
      ]),
    )
    const accepted = evidence.posts.filter(({ deliveryId, messageSid }) => messageSid !== null && order.has(deliveryId))
    for (const [pair, posts] of groupBy(accepted, ({ from, to }) => `${from} to ${to}`)) {
      let last = { messageId: '', place: -1 }
      for (const { deliveryId: id } of posts) {
        const { messageId = '', place = 0 } = order.get(id) ?? {}
        if (place < last.place) yield { account: `From ${pair}: ${messageId} came after ${last.messageId}.`, id }
        last = { messageId, place }
      }
    }
  },
}
