export { PUBLISHER } from './publisher.ts'
export { marketplacePlugin } from './marketplace-plugin.ts'
