// The build gives this file the addresses of all calls, and every other file those of the first load: addresses-only.ts
export { routes } from '@partyline/contract'
