import { isBlank } from '@partyline/contract'
import type { AccountInstance } from 'twilio/lib/rest/api/v2010/account.js'
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js'

export type TwilioAccount = {
  sid: string
  friendlyName: string
  /** `active`, `suspended` or `closed`. */
  status: string
  /** A trial account can text verified numbers only. */
  isTrial: boolean
  /** Twilio's clock at the response, to the second; null if unknown. */
  toldAt: Date | null
}

/** A Messaging Service: a group of numbers. US carriers take texts from those of an approved campaign. */
export type MessagingService = {
  sid: string
  friendlyName: string
  /** Whether it receives the texts of its numbers, regardless of their own webhooks. */
  takesTexts: boolean
  /** Where it sends them; empty if it drops them. */
  inboundUrl: string
  /** The SIDs of its numbers. */
  numberSids: string[]
}

/** The verification of a toll-free number. */
export type TollFreeVerification = {
  numberSid: string
  /** `PENDING_REVIEW`, `IN_REVIEW`, `TWILIO_APPROVED` or `TWILIO_REJECTED`. */
  status: string
  /** Empty unless it was rejected. */
  rejectionReason: string
}

export type AccountNumber = {
  sid: string
  /** E.164. */
  phoneNumber: string
  friendlyName: string
  hasSms: boolean
  hasMms: boolean
  /** Empty where nothing is set. */
  smsUrl: string
  smsMethod: string
  smsFallbackUrl: string
  /** If it is set, Twilio ignores `smsUrl`. */
  smsApplicationSid: string
}

export type TwilioMessage = {
  sid: string
  status: string
  /** `inbound`, `outbound-api`, `outbound-call` or `outbound-reply`. */
  direction: string
  /** Null while a messaging service has not chosen a number. */
  from: string | null
  to: string
  body: string
  mediaCount: number
  errorCode: number | null
  createdAt: Date
  sentAt: Date | null
}

/** Only fields that we use leave the gateway: the account's response, for example, has its token. */
export function presentAccount(account: AccountInstance, headers: Record<string, unknown>): TwilioAccount {
  const { sid, friendlyName, status, type } = account
  const toldAt = new Date(String(headers['date']))
  return {
    sid,
    friendlyName,
    status,
    isTrial: type === 'Trial',
    toldAt: Number.isNaN(toldAt.getTime()) ? null : toldAt,
  }
}

export function presentNumber(number: IncomingPhoneNumberInstance): AccountNumber {
  const { sid, phoneNumber, friendlyName, capabilities } = number
  return {
    sid,
    phoneNumber,
    friendlyName: friendlyName && !isBlank(friendlyName) ? friendlyName : phoneNumber,
    hasSms: capabilities?.sms ?? false,
    hasMms: capabilities?.mms ?? false,
    smsUrl: number.smsUrl ?? '',
    smsMethod: number.smsMethod ?? '',
    smsFallbackUrl: number.smsFallbackUrl ?? '',
    smsApplicationSid: number.smsApplicationSid ?? '',
  }
}

export function presentMessage(message: MessageInstance): TwilioMessage {
  const { sid, status, direction, from, to, body, numMedia, errorCode } = message
  return {
    sid,
    status,
    direction,
    from: from || null,
    to,
    body: body ?? '',
    mediaCount: Number(numMedia),
    errorCode: errorCode ?? null,
    createdAt: message.dateCreated,
    sentAt: message.dateSent ?? null,
  }
}
