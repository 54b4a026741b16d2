/**
 * Authentication: signing in and out by the contract of /api/auth, sessions, access tokens, and who may open a
 * tenant. Owns the tables `sessions`, `sign_in_codes`, and `api_keys`.
 */
export { createAuth } from './auth.ts'
export { createConsentLinks } from './consent-links.ts'
export type { ConsentLinks } from './consent-links.ts'
export { deviceOf } from './sessions/device.ts'
export { redirectUrisOf } from './redirect-uris.ts'
export { bearerOf } from './sessions/authenticate.ts'
export type { Authentication } from './sessions/authenticate.ts'
export { createSessions } from './sessions/session-service.ts'
export type { Sessions, SessionsEnded } from './sessions/session-service.ts'
export { refuseUnknownActions } from './unknown-action.ts'
