/** Recent traffic and what is waiting, of a tenant or the whole installation: for Admins, Diagnostics, and metrics. */
export { readBacklog } from './backlog-store.ts'
export type { Backlog } from './backlog-store.ts'
export { readRecentInbound, readRecentReports } from './recent-traffic-store.ts'
export { countMessages, readState } from './state-store.ts'
export { trafficRoutes } from './traffic-routes.ts'
