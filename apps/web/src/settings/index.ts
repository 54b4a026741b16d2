import { lazy } from 'react'

export {
  consentedQuery,
  rejectedQuery,
  settingsKeys,
  tenantQuery,
  useTenant,
  useTenantChanged,
} from './settings-queries.ts'

/** Seen by whoever has no chats yet: loaded on use. */
export const SetupHint = lazy(async () => ({ default: (await import('./setup-hint.tsx')).SetupHint }))
