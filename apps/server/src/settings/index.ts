/**
 * The Admin's calls: the tenant as a whole, its Twilio account, which numbers are in use and where they point, users
 * and contacts, whose names every user may change. Owns no table: the domains below keep the rows.
 */
export { settingsRoutes } from './settings-routes.ts'
export { isWrongToken } from './provider-error.ts'
export { createSettings } from './settings-service.ts'
export { createWebhook, withoutSecrets } from './webhook.ts'
export type { Webhook } from './webhook.ts'
