/**
 * Webhooks of organizations, in code hooks: addresses that get events, signed as in Standard Webhooks. Owns the tables `hooks` and
 * `hook_events`.
 *
 * Triggers write the events, in the transaction of what they tell of (tell_hooks.sql). The worker sends them, each at least once.
 */
export { createHooks } from './create-hooks.ts'
export type { Hooks } from './create-hooks.ts'
