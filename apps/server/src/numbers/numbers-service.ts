import type { CallBody, FoundNumber, RealtimeEvent, TenantId } from '@partyline/contract'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import { createMobileExport } from './mobile-export-service.ts'
import { createMobileImport } from './mobile-import-service.ts'
import type { MobileImport } from './mobile-import-service.ts'
import { createMobileNumbers } from './mobile-numbers-service.ts'
import type { MobileNumbers } from './mobile-numbers-service.ts'
import { announceNumbers } from './numbers-events.ts'
import { createSearch } from './numbers-search.ts'
import { createProviderNumbers } from './provider-numbers-service.ts'
import type { ProviderNumbers } from './provider-numbers-service.ts'

export type Numbers = MobileNumbers &
  ProviderNumbers &
  MobileImport & {
    exportMobile: ReturnType<typeof createMobileExport>
    /** Of both types where none is named: the Twilio numbers, and a page of the contacts. */
    search(tenantId: TenantId, wanted: CallBody<'numbers.search'>): Promise<FoundNumbers>
  }

/** A page, and where the next one begins. */
export type FoundNumbers = { found: FoundNumber[]; nextCursor: string | null }

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
    ...createMobileImport({ ...parts, announce }),
    exportMobile: createMobileExport(parts),
    search: createSearch({ ...parts, provider }),
  }
}
