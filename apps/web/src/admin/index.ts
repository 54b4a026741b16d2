import { lazyWithStyles } from '../platform/lazy-component.tsx'

/** Few people open it: loaded on first use. */
export const AdminArea = lazyWithStyles(async () => (await import('./admin-area.tsx')).AdminArea)

/** Opened rarely, too. */
export const ConnectionPage = lazyWithStyles(
  async () => (await import('./connection/connection-page.tsx')).ConnectionPage,
)
