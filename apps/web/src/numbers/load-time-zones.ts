import { lazyChunk } from '../platform/chunks.ts'

/** Loads `zonesOf`, whose table is large. */
export const loadTimeZones = lazyChunk(async () => (await import('@partyline/contract/time-zones')).zonesOf)
