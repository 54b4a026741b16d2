export { ConsentReturnPage, ConsentWindowPage, FirstSignIn, MarketplacePage } from './lazy-pages.ts'
export { useConsent } from './use-consent.ts'
