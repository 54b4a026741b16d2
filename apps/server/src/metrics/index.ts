/** What the server counts of itself, for Prometheus at `/metrics`. Off unless configured. Owns no table. */
export { createMetrics } from './metrics.ts'
