import { eventWithoutData } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { Topic } from '../platform/index.ts'

type Kind = 'PhoneNumbersUpdated' | 'ExternalContactAdded' | 'ExternalContactDeleted'

/** A hint to the tenant's people that their numbers or contacts changed; call it after the commit. */
export type AnnounceNumbers = (tenantId: TenantId, kind: Kind) => void

export function announceNumbers(announcements: Topic<readonly RealtimeEvent[]>): AnnounceNumbers {
  return (tenantId, kind) => announcements.publish([eventWithoutData(tenantId, kind)])
}
