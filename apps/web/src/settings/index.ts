export {
  consentedQuery,
  rejectedQuery,
  settingsKeys,
  tenantQuery,
  useTenant,
  useTenantChanged,
} from './settings-queries.ts'
