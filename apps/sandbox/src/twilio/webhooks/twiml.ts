import type { WebhookAnswer } from './post-form.ts'
import type { XmlElement } from './xml.ts'
import { elementsOf, parseXml, textOf } from './xml.ts'

/** One text to send; absent fields are those of the message being answered. */
export type TwimlReply = {
  body: string
  mediaUrls: string[]
  to: string | null
  from: string | null
  statusCallback: string | null
}

export type Twiml = { ok: true; replies: TwimlReply[] } | { ok: false; code: number }

const MAX_REPLIES = 10
const XML_TYPES = new Set(['text/xml', 'application/xml', 'text/html'])

/** The actions in a webhook's response. https://www.twilio.com/docs/messaging/twiml */
export function readTwiml({ contentType, body }: WebhookAnswer): Twiml {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (body.trim() === '') return { ok: true, replies: [] }
  // Plain text is texted back unchanged, a common surprise of endpoints that answer "OK".
  if (type === 'text/plain') return { ok: true, replies: [reply(body)] }
  if (!XML_TYPES.has(type)) return { ok: false, code: 12300 }

  const root = parseXml(body)
  if (!root) return { ok: false, code: 12100 }
  if (root.name !== 'Response') return { ok: false, code: 12102 }
  const messages = elementsOf(root).filter(({ name }) => name === 'Message' || name === 'Sms')
  return { ok: true, replies: messages.slice(0, MAX_REPLIES).map(readMessage) }
}

function readMessage(message: XmlElement): TwimlReply {
  const parts = elementsOf(message)
  const bodies = parts.filter(({ name }) => name === 'Body')
  return {
    body: bodies.length > 0 ? bodies.map(textOf).join('') : textOf(message).trim(),
    mediaUrls: parts.filter(({ name }) => name === 'Media').map((part) => textOf(part).trim()),
    to: message.attributes['to'] ?? null,
    from: message.attributes['from'] ?? null,
    statusCallback: message.attributes['statusCallback'] ?? null,
  }
}

const reply = (body: string): TwimlReply => ({ body, mediaUrls: [], to: null, from: null, statusCallback: null })
