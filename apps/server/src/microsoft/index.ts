/**
 * Microsoft's side: who a person is (Entra, OpenID Connect), what the app may ask in a directory, and the people there
 * (Graph). Every request goes through the outside's fetch.
 */
export { createActivityFeed } from './activity-feed.ts'
export type { Activity, ActivityFeed } from './activity-feed.ts'
export { ENTRA, GRAPH_SCOPE } from './addresses.ts'
export { createAppRegistration } from './app-registration.ts'
export type { AppRegistration, RedirectUriState, SecretState } from './app-registration.ts'
export { createAppAccess } from './app-access.ts'
export type { AppAccess } from './app-access.ts'
export { DirectoryFailure, directoryRefusal } from './directory-failure.ts'
export type { DirectoryPerson } from './directory-person.ts'
export { createEntra } from './entra.ts'
export type { Entra, SignInChecks } from './entra.ts'
export { createGraph, MAX_ACCOUNTS } from './graph.ts'
export type { DirectoryAccount, FoundPerson, Graph } from './graph.ts'
export { createMarketplace } from './marketplace.ts'
export type { Marketplace } from './marketplace.ts'
export { createTeamsTokens } from './teams-token.ts'
export type { TeamsTokens } from './teams-token.ts'
