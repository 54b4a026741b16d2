import type { Timers } from '../clock/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Blobs, Section } from '../journal/index.ts'
import type { Account, PhoneNumber } from './account.ts'
import { seedService } from './account.ts'
import type { IncomingText } from './inbound.ts'
import { createInbound } from './inbound.ts'
import { createMediaFetcher } from './media-fetch.ts'
import type { Message, MessageSid } from './message.ts'
import type { Outbound, Pace } from './outbound.ts'
import { createOutbound } from './outbound.ts'
import type { PostedMessage, PostLog } from './post-log.ts'
import { createPostLog } from './post-log.ts'
import type { Registrations } from './registrations.ts'
import { createRegistrations } from './registrations.ts'
import type { RandomHex } from './sids.ts'
import type { TwilioEvent, TwilioStore } from './twilio-store.ts'
import { createTwilioStore } from './twilio-store.ts'
import { createFormClient } from './webhooks/post-form.ts'
import { createStatusCallbacks } from './webhooks/status-callbacks.ts'
import { createWebhookCaller } from './webhooks/webhook-caller.ts'

/** A text or picture that arrives on a handset. */
export type Arrival = {
  messageSid: MessageSid
  from: string
  to: string
  text: string
  media: { contentType: string; blob: string }[]
}

export type Twilio = {
  account: Account
  store: TwilioStore
  outbound: Outbound
  registrations: Registrations
  blobs: Blobs
  clock: Timers
  faults: Faults
  posts: PostLog
  numbers(): PhoneNumber[]
  /** Receives a text from a phone. */
  receive(incoming: IncomingText): Message
  /** Resumes what was pending when the process ended. */
  resume(): void
  close(): void
}

/** The Twilio account: its data, outbound and inbound texts. The REST API is a plugin on top of it. */
export function createTwilio(parts: {
  account: Account
  numbers: readonly PhoneNumber[]
  journal: Section<TwilioEvent>
  postJournal: Section<PostedMessage>
  faults: Faults
  blobs: Blobs
  clock: Timers
  hex: RandomHex
  pace: Pace
  /** All accounts. Each receives the texts to its numbers. */
  network: readonly Twilio[]
  onArrival: (arrival: Arrival) => void
}): Twilio {
  const { account, blobs, clock, hex, pace, faults } = parts
  const store = createTwilioStore(parts.journal, parts.numbers, [seedService(account, parts.numbers)])
  const client = createFormClient(clock)
  const mediaFetcher = createMediaFetcher(clock)
  const webhooks = createWebhookCaller({ authToken: account.authToken, client, clock, hex, faults })
  const callbacks = createStatusCallbacks({ account, webhooks, clock, faults })
  const registrations = createRegistrations({ store, faults })
  const outbound = createOutbound({
    store,
    blobs,
    clock,
    hex,
    pace,
    callbacks,
    faults,
    registrations,
    mediaFetcher,
    arrive,
  })
  const inbound = createInbound({ account, store, blobs, clock, hex, outbound, webhooks, faults })

  function arrive({ sid, from, to, body }: Message) {
    const media = store.mediaOf(sid)
    const receiver = parts.network.find((twilio) => twilio.store.number(to))
    const number = receiver?.store.number(to)
    if (!receiver || !number) {
      parts.onArrival({ messageSid: sid, from, to, text: body, media })
      return
    }
    const attachments = media.map(({ contentType, blob }) => ({
      contentType,
      bytes: blobs.get(blob) ?? Buffer.alloc(0),
    }))
    receiver.receive({ from, to: number, text: body, attachments })
  }

  return {
    account,
    store,
    outbound,
    registrations,
    blobs,
    clock,
    faults,
    posts: createPostLog(parts.postJournal),
    numbers: () => store.numbers(),
    receive: (incoming) => inbound.receive(incoming),
    resume: () => outbound.resume(),
    close() {
      client.close()
      mediaFetcher.close()
    },
  }
}
