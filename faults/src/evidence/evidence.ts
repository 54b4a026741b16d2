import type { ClickKind } from '../plan/steps.ts'
import type { EventPost } from '../world/endpoint.ts'

/** One message that a person's client sent until it got an answer. */
type Send = {
  readonly step: number
  readonly tenantId: string
  /** Empty until it is known, if the message creates its chat. */
  chatId: string
  readonly key: string
  /** Unique text. */
  readonly text: string
  /** The ID in each answer; several if the request was repeated. Empty: refused, or never answered. */
  readonly answeredIds: readonly string[]
  /** When it is due, in milliseconds since 1970; null if it was neither held nor scheduled. */
  sendOn: number | null
  /** Whether it was canceled; `maybe` without a definite answer. */
  canceled: 'yes' | 'no' | 'maybe'
  /** The SHA-256 of each attached picture, in hex. */
  readonly pictures: readonly string[]
}

/** A person's decision about undelivered texts. It counts even without an answer. */
export type Click = {
  readonly step: number
  readonly tenantId: string
  readonly messageId: string
  /** Null: every phone of the message. */
  readonly memberId: string | null
  readonly click: ClickKind
}

/** A text that a phone sent to a line. */
type PhoneText = {
  readonly step: number
  readonly tenantId: string
  readonly messageSid: string
  readonly phone: string
  readonly number: string
  readonly text: string
  /** The SHA-256 of each, in hex. */
  readonly pictures: readonly string[]
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A request to Twilio to send a text. */
export type Post = {
  readonly deliveryId: string
  readonly from: string
  readonly to: string
  /** Null: Twilio accepted no message. */
  readonly messageSid: string | null
  /** Whether the caller knew that Twilio did not accept it, and may therefore retry. */
  readonly isCertainRefusal: boolean
}

/** A message at Twilio at the end. */
export type TwilioMessage = {
  readonly sid: string
  readonly direction: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly status: string
}

/** A text on a phone. */
export type ReceivedText = {
  readonly phone: string
  readonly from: string
  readonly text: string
  /** The SHA-256 of each, in hex. */
  readonly pictures: readonly string[]
}

type StoredMessage = {
  readonly tenantId: string
  readonly messageId: string
  readonly chatId: string
  readonly text: string
  /** The MessageSid of an inbound text. */
  readonly providerSid: string | null
  readonly recovered: boolean
  /** Sent by the line itself. */
  readonly automatic: boolean
  /** Milliseconds since 1970. */
  readonly sentAt: number
}

/** A message that has not been sent. */
type StoredPending = { readonly messageId: string; readonly text: string; readonly state: string }

export type StoredDelivery = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly messageId: string
  readonly memberId: string
  readonly status: string
  readonly toNumber: string | null
  readonly body: string | null
  readonly isWaiting: boolean
  /** Whether it was sent to Twilio after it had expired. */
  readonly isLate: boolean
}

/** A change of a delivery, recorded by the database, in order. */
type Change = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly statusBefore: string
  readonly statusAfter: string
  /** Whether it was claimed for sending. */
  readonly isClaim: boolean
  /** Whether the phone had opted out at that time. */
  readonly optedOut: boolean
}

/** A stored webhook of an inbound text. */
type InboundEvent = {
  readonly tenantId: string
  readonly messageSid: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** Milliseconds until it was in a chat or rejected; null if it is neither. */
  readonly handledAfter: number | null
  readonly recovered: boolean
  readonly attempts: number
  readonly rejectedReason: string | null
}

type StoredChat = {
  readonly tenantId: string
  readonly chatId: string
  /** The chat's line, in E.164. */
  readonly number: string
  readonly messageCount: number
  readonly lastMessageId: string | null
}

/** A message from the API of a tenant at the end. */
type SeenMessage = {
  readonly tenantId: string
  readonly messageId: string
  readonly text: string
  /** The SHA-256 of each served file, in hex, or the status of a failed response. */
  readonly pictures: readonly string[]
  /** How many are reported missing. */
  readonly missingPictures: number
}

/** A request for another tenant's chat, and the status of the response. */
export type ForeignAnswer = { readonly tenantId: string; readonly chatId: string; readonly status: number }

/** An event of a webhook, as the server's log has it. */
type LoggedEvent = {
  readonly tenantId: string
  readonly eventId: string
  readonly state: string
  /** When an attempt succeeded, in milliseconds since 1970; null: none did. */
  readonly succeededAt: number | null
}

/** How many events of a kind there should be, apart from those of texts. */
type Happening = { readonly tenantId: string; readonly kind: string; readonly count: number }

/** The report of a tenant, once as it was counted during the run, and once with all days counted again. */
type CountedReport = {
  readonly tenantId: string
  /** As JSON. */
  readonly counted: string
  readonly recounted: string
  readonly textsIn: number
}

/** The evidence of a completed run: requests, traffic in the sandbox, and the database. */
export type Evidence = {
  readonly sends: readonly Send[]
  readonly clicks: readonly Click[]
  readonly phoneTexts: readonly PhoneText[]
  /** The lines that reply by themselves, in E.164. */
  readonly closedNumbers: readonly string[]
  /** How often the server exited by itself. */
  readonly serverEndedByItself: number
  /** Whether nothing was pending when this was collected. */
  readonly isQuiet: boolean

  /** In order. */
  readonly posts: readonly Post[]
  readonly twilioMessages: readonly TwilioMessage[]
  readonly received: readonly ReceivedText[]

  readonly messages: readonly StoredMessage[]
  readonly pending: readonly StoredPending[]
  readonly deliveries: readonly StoredDelivery[]
  readonly history: readonly Change[]
  readonly inbound: readonly InboundEvent[]
  readonly chats: readonly StoredChat[]

  /** In order. */
  readonly eventPosts: readonly EventPost[]
  readonly loggedEvents: readonly LoggedEvent[]
  readonly happenings: readonly Happening[]
  readonly reports: readonly CountedReport[]

  readonly seen: readonly SeenMessage[]
  readonly foreignAnswers: readonly ForeignAnswer[]
}
