import type { Evidence } from '../../evidence/evidence.ts'
import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

const MINUTE_MS = 60_000
const MIN_INTERVAL_MS = 12 * 60 * MINUTE_MS
const EXPIRES_AFTER_MS = 5 * MINUTE_MS
const KEYWORDS: ReadonlySet<string> = new Set(['STOP', 'START'])

export const repliesOnce: Rule = {
  name: 'replied once',
  promise: 'a closed line replies to a phone by itself once in twelve hours, and to no one else',
  *find(evidence) {
    const replies = groupBy(repliesOf(evidence), ({ number, phone }) => `${number} to ${phone}`)
    for (const [pair, all] of replies) {
      const times = all.map(({ sentAt }) => sentAt).toSorted((a, b) => a - b)
      const isTooSoon = times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < MIN_INTERVAL_MS)
      if (isTooSoon) yield { account: `From ${pair} there are ${times.length} replies, some within twelve hours.` }
    }
    for (const { number, phone, messageId: id } of [...replies.values()].flat()) {
      const hasTexted = evidence.phoneTexts.some((text) => text.number === number && text.phone === phone)
      if (!hasTexted) yield { account: `${phone} got a reply from ${number} without having texted it.`, id }
    }
    for (const { number, phone, messageSid: id, text, step } of textsToAnswer(evidence)) {
      if (!replies.has(`${number} to ${phone}`)) yield { account: `“${text}” to ${number} has no reply.`, step, id }
    }
  },
}

export const repliesInTime: Rule = {
  name: 'replied in time',
  promise: 'Twilio gets no automatic reply more than five minutes after the text',
  *find({ deliveries }) {
    for (const { deliveryId: id, body, isLate } of deliveries) {
      if (isLate) yield { account: `“${body}” was sent too late.`, id }
    }
  },
}

/** Automatic replies, one for each phone that they were sent to. */
function repliesOf({ messages, deliveries, chats }: Evidence) {
  const numberOf = new Map(chats.map(({ chatId, number }) => [chatId, number]))
  const texts = groupBy(deliveries, ({ messageId }) => messageId)
  return messages
    .filter(({ automatic }) => automatic)
    .flatMap(({ messageId, chatId, sentAt }) =>
      (texts.get(messageId) ?? []).map(({ toNumber }) => {
        return { messageId, sentAt, number: numberOf.get(chatId) ?? '', phone: toNumber ?? '' }
      }),
    )
}

/** Texts to closed lines that need a reply: from phones without a STOP, by webhook, and routed in time. */
function textsToAnswer({ phoneTexts, inbound, closedNumbers }: Evidence) {
  const events = new Map(inbound.map((event) => [event.messageSid, event]))
  const stopped = new Set(phoneTexts.flatMap(({ text, phone }) => (KEYWORDS.has(text) ? phone : [])))
  return phoneTexts.filter(({ messageSid, number, phone }) => {
    const event = events.get(messageSid)
    if (!event || !closedNumbers.includes(number) || stopped.has(phone)) return false
    const isInTime = event.handledAfter !== null && event.handledAfter < EXPIRES_AFTER_MS
    return isInTime && event.rejectedReason === null && !event.recovered
  })
}
