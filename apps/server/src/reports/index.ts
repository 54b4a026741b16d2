/**
 * Figures of an organization: docs/product.md#reports. Owns the tables `report_settings`, `report_days`, and `report_counts`.
 */
export { createReports, reportRoutes } from './reports-service.ts'
export type { Reports } from './reports-service.ts'
