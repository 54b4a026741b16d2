import type { ClickKind } from '../plan/steps.ts'

/** One message that a person's client asked the server to send, until it had an answer. */
type Send = {
  readonly step: number
  readonly tenantId: string
  readonly chatId: string
  readonly key: string
  /** Nobody else writes the same. */
  readonly text: string
  /** The id in each answer; more than one where the request was repeated. Empty: refused, or never answered. */
  readonly answeredIds: readonly string[]
  /** The SHA-256 of each picture that went with it, in hex. */
  readonly pictures: readonly string[]
}

/** What a person decided about texts that did not arrive. It counts whether it was answered or not. */
export type Click = {
  readonly step: number
  readonly tenantId: string
  readonly messageId: string
  /** Null: every phone of the message. */
  readonly memberId: string | null
  readonly click: ClickKind
}

/** A text that a phone sent to one of the numbers. */
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
  /** Null: Twilio took no message. */
  readonly messageSid: string | null
  /** Whether the caller could know for certain that Twilio took none, and may therefore ask again. */
  readonly isCertainRefusal: boolean
}

/** A message as Twilio has it at the end. */
export type TwilioMessage = {
  readonly sid: string
  readonly direction: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly status: string
}

/** A text as it stands on a phone. */
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
  /** Of a text from a phone. */
  readonly providerSid: string | null
  readonly recovered: boolean
}

export type StoredDelivery = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly messageId: string
  readonly memberId: string
  readonly status: string
  readonly toNumber: string | null
  readonly body: string | null
  readonly isWaiting: boolean
}

/** A change of a delivery as the database saw it, in order. */
type Change = {
  readonly tenantId: string
  readonly deliveryId: string
  readonly statusBefore: string
  readonly statusAfter: string
  /** It was taken in order to be sent. */
  readonly isClaim: boolean
  /** The phone had opted out at that moment. */
  readonly optedOut: boolean
}

/** A text from a phone as its webhook was stored. */
type InboundEvent = {
  readonly tenantId: string
  readonly messageSid: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly recovered: boolean
  readonly attempts: number
  readonly isHandled: boolean
  readonly rejectedReason: string | null
}

type StoredChat = {
  readonly tenantId: string
  readonly chatId: string
  /** The number that it texts from, E.164. */
  readonly number: string
  readonly messageCount: number
  readonly lastMessageId: string | null
}

/** A message as the API showed it to a tenant at the end. */
type SeenMessage = {
  readonly tenantId: string
  readonly messageId: string
  readonly text: string
  /** The SHA-256 of what is served for each, in hex, or the status of the answer where nothing is. */
  readonly pictures: readonly string[]
  /** How many are said to be missing. */
  readonly missingPictures: number
}

/** What somebody asked about another tenant's chat, and the status of the answer. */
export type ForeignAnswer = { readonly tenantId: string; readonly chatId: string; readonly status: number }

/** All that is known when a run has ended: what was asked, what the world saw, and what the server kept. */
export type Evidence = {
  readonly sends: readonly Send[]
  readonly clicks: readonly Click[]
  readonly phoneTexts: readonly PhoneText[]
  /** How often the server ended without having been told to. */
  readonly serverEndedByItself: number
  /** Whether everything came to an end before this was written down. */
  readonly isQuiet: boolean

  /** In order. */
  readonly posts: readonly Post[]
  readonly twilioMessages: readonly TwilioMessage[]
  readonly received: readonly ReceivedText[]

  readonly messages: readonly StoredMessage[]
  readonly deliveries: readonly StoredDelivery[]
  readonly history: readonly Change[]
  readonly inbound: readonly InboundEvent[]
  readonly chats: readonly StoredChat[]

  readonly seen: readonly SeenMessage[]
  readonly foreignAnswers: readonly ForeignAnswer[]
}
