import { lazy } from 'react'

/** What is still to be set up: most people are never asked. */
export const FirstSignIn = lazy(async () => ({ default: (await import('./first-sign-in.tsx')).FirstSignIn }))

/** Seen once in the life of an organization: loaded on use. */
export const ConsentReturnPage = lazy(async () => ({
  default: (await import('./consent-return-page.tsx')).ConsentReturnPage,
}))
export const ConsentWindowPage = lazy(async () => ({
  default: (await import('./consent-window-page.tsx')).ConsentWindowPage,
}))
export const MarketplacePage = lazy(async () => ({
  default: (await import('./marketplace-page.tsx')).MarketplacePage,
}))
