import type { Faults } from '../faults/index.ts'
import { NO_PHONE } from '../faults/index.ts'
import type { MessagingService, PhoneNumber } from './account.ts'
import type { Message } from './message.ts'
import { isTollFree, placeOf } from './phone-number.ts'
import type { TwilioStore } from './twilio-store.ts'

/** Registrations that US carriers require, as far as they have been decided. */
export type Registrations = {
  /** The status of the service's A2P 10DLC campaign; null: it has none. */
  campaignStatus(service: MessagingService): string | null
  /** The status of a toll-free number's verification; null: none was asked for. */
  verificationStatus(number: PhoneNumber): string | null
  /** The code of a text that US carriers refuse for want of a registration. */
  errorFor(message: Pick<Message, 'from' | 'to'>): number | null
}

const UNREGISTERED = 30_034
const UNVERIFIED = 30_032

export function createRegistrations({ store, faults }: { store: TwilioStore; faults: Faults }): Registrations {
  function campaignStatus(service: MessagingService) {
    if (!service.hasCampaign) return null
    return faults.take(NO_PHONE, 'campaign')?.status ?? 'VERIFIED'
  }
  function verificationStatus({ phoneNumber }: PhoneNumber) {
    return isTollFree(phoneNumber) ? (faults.take(NO_PHONE, 'tollFreeVerification')?.status ?? null) : null
  }
  return {
    campaignStatus,
    verificationStatus,
    errorFor({ from, to }) {
      const number = store.number(from)
      if (!number || placeOf(to).country !== 'US') return null
      if (isTollFree(from)) return verificationStatus(number) === 'TWILIO_APPROVED' ? null : UNVERIFIED
      if (!from.startsWith('+1')) return null
      const service = store.serviceOf(number.sid)
      return service && campaignStatus(service) === 'VERIFIED' ? null : UNREGISTERED
    },
  }
}
