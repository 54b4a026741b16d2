import { lazy } from 'react'

export { missingSteps, SETUP_STEPS } from './tenant-setup.ts'
export type { SetupStep } from './tenant-setup.ts'
export { useConsent } from './use-consent.ts'

/** Most people never see the setup prompts. */
export const FirstSignIn = lazy(async () => ({ default: (await import('./first-sign-in.tsx')).FirstSignIn }))

/** Seen once in the life of an organization. */
export const ConsentReturnPage = lazy(async () => ({
  default: (await import('./consent-return-page.tsx')).ConsentReturnPage,
}))
export const ConsentWindowPage = lazy(async () => ({
  default: (await import('./consent-window-page.tsx')).ConsentWindowPage,
}))
export const MarketplacePage = lazy(async () => ({
  default: (await import('./marketplace-page.tsx')).MarketplacePage,
}))

/** Shown to people without chats. */
export const SetupHint = lazy(async () => ({ default: (await import('./setup-hint.tsx')).SetupHint }))
