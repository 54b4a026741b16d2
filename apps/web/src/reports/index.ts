import { lazyChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

export { NAMED_PERIODS, rangeOf } from './period.ts'
export type { DayRange, NamedPeriod } from './period.ts'
export { RangeForm } from './range-form.tsx'
export { PERIOD_TEXTS } from './report-texts.ts'

export const loadReportsPage = lazyChunk(async () => (await import('./reports-page.tsx')).ReportsPage)

/** The screen with figures about texts and answers. */
export const ReportsPage = lazyComponent(loadReportsPage)
