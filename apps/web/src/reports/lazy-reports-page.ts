import { lazyChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

export const loadReportsPage = lazyChunk(async () => (await import('./reports-page.tsx')).ReportsPage)

/** The screen with figures about texts and answers. */
export const ReportsPage = lazyComponent(loadReportsPage)
