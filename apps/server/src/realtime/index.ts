/** Real time: the SignalR hub that brings announcements to the browsers of their tenant. Owns no table. */
export { hubRoutes } from './hub-routes.ts'
export { createRealtime } from './realtime.ts'
