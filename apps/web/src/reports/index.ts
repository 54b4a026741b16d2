// Re-exports only: if this file had code, everything it re-exports would be in the first load.
export { loadReportsPage, ReportsPage } from './lazy-reports-page.ts'
export { isDay, NAMED_PERIODS, rangeOf } from './period.ts'
export type { DayRange, NamedPeriod } from './period.ts'
export { RangeForm } from './range-form.tsx'
export { PERIOD_TEXTS } from './report-texts.ts'
