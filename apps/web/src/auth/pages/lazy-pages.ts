import { lazy } from 'react'

/** Somebody who is signed in does not see these: they are loaded on use. */
export const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }))
export const SignInErrorPage = lazy(async () => ({
  default: (await import('./sign-in-error-page.tsx')).SignInErrorPage,
}))
export const TeamsWindowPage = lazy(async () => ({
  default: (await import('../teams/teams-window-page.tsx')).TeamsWindowPage,
}))
