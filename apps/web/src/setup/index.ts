import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent, lazyWithStyles } from '../platform/lazy-component.tsx'

export { missingSteps, SETUP_STEPS, setupHintQuery } from './tenant-setup.ts'
export type { SetupStep } from './tenant-setup.ts'
export { useConsent } from './use-consent.ts'

/** Most people never see the setup prompts. */
export const FirstSignIn = lazyComponent(
  optionalChunk(async () => (await import('./first-sign-in.tsx')).FirstSignIn, { soon: true }),
)

/** Seen once in the life of an organization. */
export const ConsentReturnPage = lazyWithStyles(
  async () => (await import('./consent-return-page.tsx')).ConsentReturnPage,
)
export const ConsentWindowPage = lazyWithStyles(
  async () => (await import('./consent-window-page.tsx')).ConsentWindowPage,
)
export const MarketplacePage = lazyWithStyles(async () => (await import('./marketplace-page.tsx')).MarketplacePage)

/** Shown to people without chats. */
export const SetupHint = lazyWithStyles(async () => (await import('./setup-hint.tsx')).SetupHint)
