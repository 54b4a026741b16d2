/**
 * The people of a tenant who may use Partyline: their names, roles, and whether they are disabled. The directory watch finds
 * people who left the organization in Entra. Owns the tables `users` and `directory_polls`.
 */
export { createDepartures } from './departures-service.ts'
export { createDirectoryWatch } from './directory-watch.ts'
export type { DirectoryWatch } from './directory-watch.ts'
export { findPoll } from './directory-polls-store.ts'
export { createLookup } from './lookup-service.ts'
export type { Lookup } from './lookup-service.ts'
export { createUsers } from './users-service.ts'
export type { Users } from './users-service.ts'
export { userRoutes } from './users-routes.ts'
export { mayHaveSession } from './users-store.ts'
