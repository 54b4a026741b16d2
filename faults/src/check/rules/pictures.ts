import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'
import { withoutClicks } from './sending.ts'

export const picturesKept: Rule = {
  name: 'pictures kept',
  promise:
    'a picture that was acknowledged is served with the same bytes; one of a phone is too, or is said to be missing',
  *find({ sends, phoneTexts, messages, seen }) {
    const shown = new Map(seen.map((message) => [message.messageId, message]))
    for (const { step, text, answeredIds, pictures } of sends) {
      const [id] = answeredIds
      const message = id === undefined ? undefined : shown.get(id)
      if (message && listed(message.pictures) !== listed(pictures)) {
        yield {
          account: `“${text}” shows ${message.pictures.length} pictures, and not those it was sent with.`,
          step,
          id,
        }
      }
    }
    const placed = groupBy(messages, ({ providerSid }) => providerSid ?? '')
    for (const { step, text, messageSid, pictures } of phoneTexts) {
      for (const { messageId: id } of placed.get(messageSid) ?? []) {
        const message = shown.get(id)
        if (!message) continue
        const account = `“${text}” came with ${pictures.length} pictures; ${message.pictures.length} are served, ${message.missingPictures} said to be missing.`
        if (message.pictures.length + message.missingPictures !== pictures.length) yield { account, step, id }
        else if (message.pictures.some((picture) => !pictures.includes(picture))) {
          yield { account: `“${text}” shows another picture than it came with.`, step, id }
        }
      }
    }
  },
}

export const picturesArrive: Rule = {
  name: 'pictures arrive',
  promise: 'a text with the status delivered is on the phone, with the pictures of its message',
  *find(evidence) {
    const shown = new Map(evidence.seen.map((message) => [message.messageId, message]))
    const onPhones = groupBy(evidence.received, ({ phone, text }) => `${phone} ${text}`)
    for (const { deliveryId: id, messageId, toNumber, body, status } of withoutClicks(evidence)) {
      const message = shown.get(messageId)
      if (!message || status !== 'delivered') continue
      for (const { pictures } of onPhones.get(`${toNumber} ${body}`) ?? []) {
        if (listed(pictures) !== listed(message.pictures)) yield { account: `“${body}” has other pictures there.`, id }
      }
    }
  },
}

const listed = (pictures: readonly string[]) => pictures.toSorted().join()
