import type { MessagingService, PhoneNumber } from './account.ts'
import type { MediaSid, MessageSid } from './message.ts'

/** Creates 32 unique hexadecimal digits. */
export type RandomHex = () => string

export const messageSid = (hex: RandomHex, { withMedia }: { withMedia: boolean }): MessageSid =>
  withMedia ? `MM${hex()}` : `SM${hex()}`

export const serviceSid = (hex: RandomHex): MessagingService['sid'] => `MG${hex()}`

export const numberSid = (hex: RandomHex): PhoneNumber['sid'] => `PN${hex()}`

export const mediaSid = (hex: RandomHex): MediaSid => `ME${hex()}`
