export { ConsentReturnPage, FirstSignIn, MarketplacePage } from './lazy-pages.ts'
export { leaveForMicrosoft } from './leave-for-microsoft.ts'
