import type { Timers } from '../clock/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Blobs } from '../journal/index.ts'
import type { MediaFetcher } from './media-fetch.ts'
import type { Message, MessageChange } from './message.ts'
import { isFinal } from './message.ts'
import { countSegments } from './segments.ts'
import type { Registrations } from './registrations.ts'
import type { CheckedSend } from './send-policy.ts'
import type { RandomHex } from './sids.ts'
import { mediaSid, messageSid } from './sids.ts'
import type { TwilioStore } from './twilio-store.ts'
import { createThroughput } from './throughput.ts'
import type { StatusCallbacks } from './webhooks/status-callbacks.ts'

/** Milliseconds that a message stays in each state. */
export type Pace = { queued: number; sending: number; sent: number }

export const DEFAULT_PACE: Pace = { queued: 150, sending: 250, sent: 600 }

export type Outbound = {
  /** Accepts a message, which is then sent to the phone. */
  send(request: CheckedSend, direction: Message['direction']): Message
  /** Resumes pending messages after a restart. */
  resume(): void
}

/** Price of a segment in dollars. */
const PRICE = 0.0075

/** Sends messages: queued, sending, sent, delivered. */
export function createOutbound(parts: {
  store: TwilioStore
  blobs: Blobs
  clock: Timers
  hex: RandomHex
  pace: Pace
  callbacks: StatusCallbacks
  faults: Faults
  registrations: Registrations
  mediaFetcher: MediaFetcher
  /** Called when the message reaches the handset. */
  arrive: (message: Message) => void
}): Outbound {
  const { store, blobs, clock, hex, pace, callbacks, faults } = parts
  const throughput = createThroughput(clock, faults)

  function change(message: Message, change: MessageChange): Message {
    const at = clock.now()
    store.record({ type: 'message-changed', sid: message.sid, change, at })
    return store.message(message.sid) ?? message
  }

  function advance(message: Message) {
    if (message.status === 'queued')
      clock.after(throughput.delay(message, pace.queued), () => void beginSending(message))
    if (message.status === 'sending') clock.after(pace.sending, () => forwardRequest(message))
    if (message.status === 'sent') clock.after(pace.sent, () => deliver(message))
  }

  async function beginSending(message: Message) {
    // Some may have been fetched before a restart.
    const missing = message.mediaUrls.slice(store.mediaOf(message.sid).length)
    const fetched = await parts.mediaFetcher.fetchAll(missing)
    if (fetched === 'closed') return
    if (!fetched.ok) {
      callbacks.announce(change(message, { status: 'failed', errorCode: fetched.code }))
      return
    }
    for (const { contentType, bytes } of fetched.attachments) {
      const media = { sid: mediaSid(hex), messageSid: message.sid, contentType, blob: blobs.put(bytes) }
      store.record({ type: 'media-added', media: { ...media, dateCreated: clock.now() } })
    }
    advance(change(message, { status: 'sending' }))
  }

  function forwardRequest(message: Message) {
    const price = (-PRICE * message.numSegments).toFixed(5)
    const sent = change(message, { status: 'sent', dateSent: clock.now(), price })
    callbacks.announce(sent)
    advance(sent)
  }

  function deliver(message: Message) {
    const errorCode = parts.registrations.errorFor(message) ?? faults.take(message.to, 'carrierError')?.code
    if (errorCode) {
      callbacks.announce(change(message, { status: 'undelivered', errorCode }))
      return
    }
    parts.arrive(message)
    callbacks.announce(change(message, { status: 'delivered' }))
  }

  return {
    send({ to, from, body, mediaUrls, statusCallback }, direction) {
      const at = clock.now()
      const message: Message = {
        sid: messageSid(hex, { withMedia: mediaUrls.length > 0 }),
        direction,
        from,
        to,
        body,
        numSegments: countSegments(body),
        numMedia: mediaUrls.length,
        status: 'queued',
        errorCode: null,
        price: null,
        dateCreated: at,
        dateUpdated: at,
        dateSent: null,
        statusCallback,
        mediaUrls,
      }
      store.record({ type: 'message-added', message, media: [] })
      advance(message)
      return message
    },
    resume() {
      for (const message of store.messagesOlderThan(null)) if (!isFinal(message)) advance(message)
    },
  }
}
