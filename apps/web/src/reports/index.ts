// Re-exports only: of a file with code of its own, all that it re-exports would be in the first load.
export { loadReportsPage, ReportsPage } from './lazy-reports-page.ts'
export { isDay, NAMED_PERIODS, rangeOf } from './period.ts'
export type { DayRange, NamedPeriod } from './period.ts'
export { RangeForm } from './range-form.tsx'
export { PERIOD_TEXTS } from './report-texts.ts'
