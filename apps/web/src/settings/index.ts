export {
  consentedQuery,
  fetchTenant,
  rejectedQuery,
  tenantQuery,
  useTenant,
  useTenantChanged,
} from './settings-queries.ts'
