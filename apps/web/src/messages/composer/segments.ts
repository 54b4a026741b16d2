import { lazyChunk } from '../../platform/chunks.ts'
import type * as counter from './count-segments.ts'

/** Counts a text's segments, and explains what makes it longer. */
export const loadSegments = lazyChunk(async () => import('./count-segments.ts'), { soon: true })

export type SegmentCounter = typeof counter
