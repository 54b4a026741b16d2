/** The tenant's own row: name, options, whether it is suspended, and its Twilio account with the encrypted token. */
export { createTenants } from './tenants-service.ts'
export type { Tenant, Tenants } from './tenants-service.ts'
