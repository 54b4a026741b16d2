export { consentedQuery, rejectedQuery, tenantQuery, useTenant, useTenantChanged } from './settings-queries.ts'
