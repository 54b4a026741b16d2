/**
 * Opt-outs: a phone's STOP and START to a line, by keyword or as Twilio reports it. Owns the tables `opt_outs`
 * and `opt_out_changes`.
 */
export { keywordOf, optOutRequestIn } from './opt-out-keyword.ts'
export { optOutRoutes } from './opt-outs-routes.ts'
export { createOptOuts } from './opt-outs-service.ts'
export type { OptOuts } from './opt-outs-service.ts'
export { optedOut } from './opt-outs-store.ts'
