import { EVENT_AREAS } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'

export function tenantCreated(tenantId: TenantId): RealtimeEvent {
  const kind = 'TenantCreated'
  return { tenantId, area: EVENT_AREAS[kind], kind, chatId: null, version: null, data: null }
}
