/** The tenant's own row: name, options, whether it is suspended, and its Twilio account with the encrypted token. */
export { hoursOverTime, keepHours } from './hours-versions-store.ts'
export type { HoursOverTime } from './hours-versions-store.ts'
export { createTenants } from './tenants-service.ts'
export type { Tenant, Tenants } from './tenants-service.ts'
export { isAccountChanged } from './tenants-store.ts'
