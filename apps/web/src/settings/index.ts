export {
  consentedQuery,
  fetchTenant,
  rejectedQuery,
  tenantQuery,
  useLine,
  useTenant,
  useTenantChanged,
} from './settings-queries.ts'
