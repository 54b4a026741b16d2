import type { RealtimeEvent } from '@partyline/contract'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import { createContactExport } from './contact-export-service.ts'
import type { ContactExport } from './contact-export-service.ts'
import { createContactImport } from './contact-import-service.ts'
import type { ContactImport } from './contact-import-service.ts'
import { createContacts } from './contacts-service.ts'
import type { Contacts, HandOverConsent, RecallOptOuts } from './contacts-service.ts'
import { announceNumbers } from './numbers-events.ts'
import { createSearch } from './numbers-search.ts'
import type { NumberSearch } from './numbers-search.ts'
import { createLines } from './lines-service.ts'
import type { Lines } from './lines-service.ts'

export type Numbers = Contacts &
  Lines &
  ContactImport &
  NumberSearch &
  ContactExport & {
    recallOptOuts: RecallOptOuts
  }

type Parts = {
  database: Database
  tenants: Tenants
  users: Users
  clock: Clock
  announcements: Topic<readonly RealtimeEvent[]>
  recallOptOuts: RecallOptOuts
  handOverConsent: HandOverConsent
}

export function createNumbers({ announcements, ...parts }: Parts): Numbers {
  const announce = announceNumbers(announcements)
  const mobile = createContacts({ ...parts, announce })
  const lines = createLines({ ...parts, announce })
  return {
    ...mobile,
    ...lines,
    ...createContactImport({ ...parts, announce }),
    recallOptOuts: parts.recallOptOuts,
    ...createContactExport(parts),
    ...createSearch({ ...parts, lines }),
  }
}
