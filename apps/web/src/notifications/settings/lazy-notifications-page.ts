import { lazyWithStyles } from '../../platform/lazy-component.tsx'

/** Opened rarely: loaded on first use. Not in index.ts, whose other exports would then be in the first load. */
export const NotificationsPage = lazyWithStyles(
  async () => (await import('./notifications-page.tsx')).NotificationsPage,
)
