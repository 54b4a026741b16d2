/** Real time: the SignalR hub that brings announcements to the browsers of their tenant. Owns no table. */
export { createRealtime } from './realtime.ts'
