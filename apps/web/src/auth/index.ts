import { lazyWithStyles } from '../platform/lazy-component.tsx'

export { createAccessTokens } from './session/access-tokens.ts'
export { AuthProvider, useAuth, useSession, useSignedIn, useSignOut } from './auth-context.tsx'
export { ownSessionsModal } from './own-sessions/own-sessions-modal.ts'
export { createSessionBroadcast } from './session/session-broadcast.ts'
export { SessionRequired } from './session-required.tsx'
export { createRenewSession, loadInHiddenFrame } from './session/renew-session.ts'
export { watchRenewal } from './session/session-renewal.ts'
export { createSessionStore, personOf } from './session/session-store.ts'
export { watchSession } from './session/session-watch.ts'
export { createSignIn } from './session/sign-in.ts'
export { createTeamsSignIn } from './teams/teams-sign-in.ts'

/** Not part of the first load: people are usually signed in. */
export const SignInPage = lazyWithStyles(async () => (await import('./pages/sign-in-page.tsx')).SignInPage)
export const SignInErrorPage = lazyWithStyles(
  async () => (await import('./pages/sign-in-error-page.tsx')).SignInErrorPage,
)
export const TeamsWindowPage = lazyWithStyles(
  async () => (await import('./teams/teams-window-page.tsx')).TeamsWindowPage,
)
