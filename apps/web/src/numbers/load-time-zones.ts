import { lazyChunk } from '../platform/chunks.ts'

/** Loads `timeZoneOf`, whose table is large. */
export const loadTimeZones = lazyChunk(async () => (await import('./time-zones.ts')).timeZoneOf)
