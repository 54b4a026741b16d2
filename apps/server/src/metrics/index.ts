/** The server's metrics, for Prometheus at `/metrics`. Off unless configured. Owns no table. */
export { createMetrics } from './metrics.ts'
