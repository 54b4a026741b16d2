import type { NumberType, PhoneNumber, RealtimeEvent, TenantId } from '@partyline/contract'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import { createMobileNumbers } from './mobile-numbers-service.ts'
import type { MobileNumbers } from './mobile-numbers-service.ts'
import { announceNumbers } from './numbers-events.ts'
import { createProviderNumbers } from './provider-numbers-service.ts'
import type { ProviderNumbers } from './provider-numbers-service.ts'

export type Numbers = MobileNumbers &
  ProviderNumbers & {
    /** Of both types where none is named. */
    search(tenantId: TenantId, filter: { type?: NumberType; enabled?: boolean }): Promise<PhoneNumber[]>
  }

type Parts = {
  database: Database
  tenants: Tenants
  users: Users
  clock: Clock
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createNumbers({ announcements, ...parts }: Parts): Numbers {
  const announce = announceNumbers(announcements)
  const mobile = createMobileNumbers({ ...parts, announce })
  const provider = createProviderNumbers({ ...parts, announce })
  return {
    ...mobile,
    ...provider,
    async search(tenantId, { type, enabled }) {
      const twilio = type === 'Mobile' ? [] : await provider.listTwilio(tenantId)
      const contacts = type === 'Twilio' ? [] : await mobile.listMobile(tenantId)
      return [...twilio, ...contacts].filter(({ disabled }) => enabled === undefined || disabled !== enabled)
    },
  }
}
