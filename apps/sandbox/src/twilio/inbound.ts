import type { Clock } from '../clock/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Blobs } from '../journal/index.ts'
import type { Account, PhoneNumber } from './account.ts'
import type { Attachment, Media, Message } from './message.ts'
import { KEYWORD_REPLIES, keywordOf } from './opt-out.ts'
import type { Outbound } from './outbound.ts'
import { placeOf } from './phone-number.ts'
import { countSegments } from './segments.ts'
import { checkSend } from './send-policy.ts'
import type { RandomHex } from './sids.ts'
import { mediaSid, messageSid } from './sids.ts'
import { TwilioError } from './twilio-error.ts'
import type { TwilioStore } from './twilio-store.ts'
import type { FormParameters } from './webhooks/signature.ts'
import type { TwimlReply } from './webhooks/twiml.ts'
import { readTwiml } from './webhooks/twiml.ts'
import type { WebhookCaller } from './webhooks/webhook-caller.ts'

export type IncomingText = { from: string; to: PhoneNumber; text: string; attachments: readonly Attachment[] }

export type Inbound = { receive(incoming: IncomingText): Message }

/** Handles a text from a phone: records it, answers keywords, and calls the number's webhook. */
export function createInbound(parts: {
  account: Account
  store: TwilioStore
  blobs: Blobs
  clock: Clock
  hex: RandomHex
  outbound: Outbound
  webhooks: WebhookCaller
  faults: Faults
}): Inbound {
  const { account, store, outbound, webhooks, faults } = parts

  function answerKeyword({ from, to, text }: IncomingText) {
    const keyword = keywordOf(text)
    if (keyword === null) return
    const optedOut = keyword === 'stop'
    const changes = keyword !== 'help' && store.isOptedOut(to.phoneNumber, from) !== optedOut
    if (changes) store.record({ type: 'opt-out-changed', number: to.phoneNumber, phone: from, optedOut })
    if (!changes && keyword !== 'help') return
    // Twilio's own answer also reaches a phone that has just opted out.
    const reply = { from: to.phoneNumber, to: from, body: KEYWORD_REPLIES[keyword] }
    outbound.send({ ...reply, mediaUrls: [], statusCallback: null }, 'outbound-reply')
  }

  /** Calls the number's webhook, or its fallback if that fails, and applies the response. */
  async function notify(message: Message, number: PhoneNumber) {
    // An application replaces the number's own webhook, and the sandbox does not call applications.
    if (number.smsApplicationSid !== '') return
    const { url, method, fallbackUrl, fallbackMethod } = inboundWebhookOf(number)
    if (url === '') return
    const parameters = incomingParameters(account, message, store.mediaOf(message.sid))
    const phone = message.from
    const copies = faults.take(phone, 'webhooksTwice') ? 2 : 1
    const first = await ask({ url, method, parameters, phone, copies })
    if (first.ok) return reply(message, first.replies)
    if (fallbackUrl === '') return

    const fault = { ErrorCode: String(first.code), ErrorUrl: url }
    const second = await ask({
      url: fallbackUrl,
      method: fallbackMethod,
      parameters: { ...parameters, ...fault },
      phone,
      copies: 1,
    })
    if (second.ok) reply(message, second.replies)
  }

  /** A service handles the texts to its numbers, unless it leaves them to the numbers. */
  function inboundWebhookOf(number: PhoneNumber) {
    const service = store.serviceOf(number.sid)
    if (service && !service.useInboundWebhookOnNumber) {
      const { inboundRequestUrl, inboundMethod, fallbackUrl, fallbackMethod } = service
      return { url: inboundRequestUrl, method: inboundMethod, fallbackUrl, fallbackMethod }
    }
    const { smsUrl, smsMethod, smsFallbackUrl, smsFallbackMethod } = number
    return { url: smsUrl, method: smsMethod, fallbackUrl: smsFallbackUrl, fallbackMethod: smsFallbackMethod }
  }

  async function ask(webhook: Parameters<WebhookCaller['call']>[0]) {
    const result = await webhooks.call(webhook)
    return result.ok ? readTwiml(result.answer) : result
  }

  function reply(message: Message, replies: readonly TwimlReply[]) {
    for (const { to, from, ...rest } of replies) {
      try {
        const checked = checkSend({ ...rest, to: to ?? message.from, from: from ?? message.to }, store)
        outbound.send(checked, 'outbound-reply')
      } catch (error) {
        // A reply that is not allowed is dropped; at Twilio, only the debugger reports it.
        if (!(error instanceof TwilioError)) throw error
      }
    }
  }

  return {
    receive(incoming) {
      const { message, media } = recordOf(incoming, parts)
      store.record({ type: 'message-added', message, media })
      answerKeyword(incoming)
      void notify(message, incoming.to)
      return message
    },
  }
}

function recordOf(
  { from, to, text, attachments }: IncomingText,
  { blobs, clock, hex }: { blobs: Blobs; clock: Clock; hex: RandomHex },
): { message: Message; media: Media[] } {
  const at = clock.now()
  const sid = messageSid(hex, { withMedia: attachments.length > 0 })
  const message: Message = {
    sid,
    direction: 'inbound',
    from,
    to: to.phoneNumber,
    body: text,
    numSegments: countSegments(text),
    numMedia: attachments.length,
    status: 'received',
    errorCode: null,
    price: null,
    dateCreated: at,
    dateUpdated: at,
    dateSent: at,
    statusCallback: null,
    mediaUrls: [],
  }
  const media = attachments.map(({ contentType, bytes }) => ({
    sid: mediaSid(hex),
    messageSid: sid,
    contentType,
    blob: blobs.put(bytes),
    dateCreated: at,
  }))
  return { message, media }
}

/** The parameters in Twilio's order; unknown ones are empty. */
function incomingParameters(account: Account, message: Message, media: readonly Media[]): FormParameters {
  const to = placeOf(message.to)
  const from = placeOf(message.from)
  const attached = media.flatMap(({ sid, contentType }, index) => [
    [`MediaContentType${index}`, contentType],
    [
      `MediaUrl${index}`,
      `https://api.twilio.com/2010-04-01/Accounts/${account.sid}/Messages/${message.sid}/Media/${sid}`,
    ],
  ])
  return {
    ToCountry: to.country,
    ToState: to.state,
    SmsMessageSid: message.sid,
    NumMedia: String(media.length),
    ToCity: to.city,
    FromZip: from.zip,
    SmsSid: message.sid,
    FromState: from.state,
    SmsStatus: 'received',
    FromCity: from.city,
    Body: message.body,
    FromCountry: from.country,
    To: message.to,
    ToZip: to.zip,
    NumSegments: String(message.numSegments),
    MessageSid: message.sid,
    AccountSid: account.sid,
    From: message.from,
    ApiVersion: '2010-04-01',
    ...Object.fromEntries(attached),
  }
}
