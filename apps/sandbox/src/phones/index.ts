export type { PhonesEvent } from './handsets.ts'
export { createHandsets, SEED_HANDSETS } from './handsets.ts'
export { phonesPlugin } from './phones-plugin.ts'
