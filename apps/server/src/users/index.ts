/** The people of a tenant who may use Partyline: their names, roles, and whether they are disabled. */
export { createDirectoryWatch } from './departures/directory-watch.ts'
export { findPoll } from './departures/directory-polls-store.ts'
export { createLookup } from './lookup-service.ts'
export type { Lookup } from './lookup-service.ts'
export { createUsers } from './users-service.ts'
export type { Users } from './users-service.ts'
export { userRoutes } from './users-routes.ts'
