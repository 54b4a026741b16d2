export {
  consentedQuery,
  fetchTenant,
  rejectedQuery,
  serverStateQuery,
  tenantQuery,
  useLine,
  useTenant,
  useTenantChanged,
} from './settings-queries.ts'
